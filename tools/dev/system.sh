#!/bin/sh
# What the tests need beyond Python, and what pyscard needs to build: installed when there are
# rights to, named when there are not.
#   tools/dev/system.sh [hardware | cortex-m]    less, or more, for one target of the Makefile
set -eu

missing= wished=
need() { # program, Debian package
    if ! command -v "$1" >/dev/null 2>&1 && ! [ -x "/usr/sbin/$1" ]; then
        missing="$missing $2"
    fi
}
wish() { # program, Debian package: the tests do without it, and take longer
    command -v "$1" >/dev/null 2>&1 || wished="$wished $2"
}
need_file() { # file, Debian package
    [ -e "$1" ] || missing="$missing $2"
}
whole() { # what `make test` needs
    need mosquitto mosquitto
    need rabbitmq-server rabbitmq-server
    ls /usr/lib/postgresql/*/bin/postgres >/dev/null 2>&1 || need postgres postgresql
    need chromium chromium
    wish chromium-headless-shell chromium-headless-shell
    need firefox-esr firefox-esr
    need victoria-metrics victoria-metrics
    need systemd-analyze systemd
    need dot graphviz
    need pcscd pcscd
    need swig swig
    need gcc gcc
    need pkg-config pkg-config
    need_file /usr/lib/pcsc/drivers/serial/libifdvpcd.so vsmartcard-vpcd
    need_file /usr/include/PCSC/winscard.h libpcsclite-dev
    ls /usr/lib/*/fakechroot/libfakechroot.so >/dev/null 2>&1 || need libfakechroot libfakechroot
    python=$(command -v python3.11 || command -v python3 || true)
    headers=$("${python:-false}" -c 'import sysconfig; print(sysconfig.get_path("include"))' || true)
    need_file "${headers:-/usr/include/python3}/Python.h" python3-dev
}
if [ "${1:-}" = hardware ]; then # `make hardware` alone
    need dot graphviz
else
    whole
fi
need apt-get apt
if [ "${1:-}" = cortex-m ]; then # `make cortex-m` and `make soak` alone
    need arm-none-eabi-gcc gcc-arm-none-eabi
    need_file /usr/include/newlib/stdio.h libnewlib-dev
    need qemu-system-arm qemu-system-arm
    need make make
fi
need dpkg-deb dpkg
[ -n "$missing$wished" ] || exit 0

without() {
    echo "feltwire: no$wished: the tests use the whole Chromium, and take longer"
}
if [ "$(id -u)" = 0 ]; then
    root=
elif command -v sudo >/dev/null 2>&1 && sudo -n true >/dev/null 2>&1; then
    root="sudo -n"
elif [ -z "$missing" ]; then
    without
    exit 0
else
    echo "feltwire: the tests need these Debian packages:$missing" >&2
    echo "feltwire: install them, or run make test as root or with sudo: apt-get install --no-install-recommends$missing" >&2
    exit 2
fi

echo "feltwire: installing$missing$wished"
export DEBIAN_FRONTEND=noninteractive
install() { # packages
    [ -z "$*" ] || $root apt-get install -y -q --no-remove --no-install-recommends "$@" >/dev/null 2>&1
}
# shellcheck disable=SC2086
install $missing $wished || {
    $root apt-get update -q >/dev/null 2>&1 || true
    install $missing $wished || { without && install $missing; }
} || {
    echo "feltwire: could not install$missing; try: apt-get update && apt-get install$missing" >&2
    exit 2
}
# Debian starts broker, database and pcscd as services; the tests start their own, on ports of their own.
if command -v systemctl >/dev/null 2>&1; then
    for service in mosquitto postgresql pcscd rabbitmq-server; do
        case " $missing " in
            *" $service "*) $root systemctl stop $service $service.socket >/dev/null 2>&1 || true ;;
        esac
    done
fi
