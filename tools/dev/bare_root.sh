#!/bin/sh
# Prove in a bare Debian that a clean clone runs and passes its tests: a root with python3,
# python3-pip, make and git, nothing else, and no user namespaces (a chroot has none).
#   tools/dev/bare_root.sh RELEASE FOLDER [TESTS]    as root, with debootstrap; RELEASE: trixie, ...
# FOLDER is made when it is not there (make_root.sh), and kept; remove it with rm -r. The clone is of
# what is committed.
set -eu
cd "$(dirname "$0")/../.."

fail() { echo "bare_root: $1" >&2; exit 2; }

[ $# -ge 2 ] || fail "give a release and a folder: tools/dev/bare_root.sh trixie /var/tmp/trixie"
release=$1 root=$2 tests=${3:-tests}
[ "$(id -u)" = 0 ] || fail "run it as root, for chroot"

tools/dev/make_root.sh "$release" "$root"
rm -rf "$root/src/feltwire"
git clone -q . "$root/src/feltwire"
cat >"$root/src/prove" <<'PROVE'
set -u
cd /src/feltwire
port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("", 0)); print(s.getsockname()[1])')
setsid make run PORT="$port" >/src/run.log 2>&1 &
up=$!
while kill -0 $up 2>/dev/null && ! grep -q '^table 1: running' /src/run.log; do sleep 1; done
kill -s TERM -- "-$up"
wait $up
grep -q '^table 1: running' /src/run.log || { cat /src/run.log; exit 1; }
echo "make run: a table runs"
begin=$(date +%s)
make test TESTS="$1"
code=$?
echo "make test: exit code $code after $((($(date +%s) - begin) / 60)) minutes"
exit $code
PROVE

# Mounts of this command's own: they end with it.
exec unshare --mount sh -eu -c '
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    [ ! -d ../shared ] || mount --bind ../shared "$1/src/shared"
    exec chroot "$1" env -i HOME=/root LANG=C.UTF-8 PATH="$PATH" sh /src/prove "$2"
' sh "$root" "$tests"
