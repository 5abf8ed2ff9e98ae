#!/bin/sh
# Make a bare Debian in a folder: python3, python3-pip, make and git, nothing else. A root that is
# there stays as it is.
#   tools/dev/make_root.sh RELEASE FOLDER     as root, with debootstrap; RELEASE: bookworm, trixie
# Packages come from where this machine's apt and pip take theirs.
set -eu
cd "$(dirname "$0")/../.."

fail() { echo "make_root: $1" >&2; exit 2; }

[ $# = 2 ] || fail "give a release and a folder: tools/dev/make_root.sh bookworm /var/tmp/bookworm"
release=$1 root=$2
[ "$(id -u)" = 0 ] || fail "run it as root, for chroot"
[ ! -e "$root/src" ] || exit 0
command -v debootstrap >/dev/null 2>&1 || fail "type: apt-get install debootstrap"
mirror=$(python3 -c 'from tools.dev import i386; print(i386.mirror())')
debootstrap --variant=minbase --include=ca-certificates,python3,python3-pip,make,git \
    "$release" "$root" "$mirror" >"$root.log" 2>&1 || fail "debootstrap failed, see $root.log"
cp -L /etc/resolv.conf /etc/hosts "$root/etc/"
apt-config dump | grep '^Acquire::' >"$root/etc/apt/apt.conf.d/90machine" || true
# A machine behind a gateway of its own has that one's certificate here.
cp -L /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/"
[ ! -e /etc/pip.conf ] || cp /etc/pip.conf "$root/etc/"
mkdir -p "$root/src/shared"
