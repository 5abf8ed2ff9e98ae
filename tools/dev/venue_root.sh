#!/bin/sh
# Type docs/venue.md literally, line by line, in a bare Debian 12, and look at the gateway it leaves.
#   tools/dev/venue_root.sh FOLDER        as root; FOLDER is made (make_root.sh), and kept
# No systemd runs in a root: a stand-in for systemctl starts what the unit says, as its user. What
# the stand-in cannot show: start at boot, restarts, the units' sandbox (systemd-analyze reads them
# in tests/gateway/test_descriptions.py).
set -eu
cd "$(dirname "$0")/../.."
root=${1:?give the folder of a bare root}
tools/dev/make_root.sh bookworm "$root"
[ ! -e "$root/opt/feltwire" ] || { echo "venue_root: $root has been used" >&2; exit 2; }

git clone -q . "$root/opt/feltwire"
sed -n 's/^    //p' docs/venue.md >"$root/src/venue.sh"
begin=$(date +%s) commit=$(git rev-parse --short HEAD)
cat >"$root/usr/local/sbin/systemctl" <<'STANDIN'
#!/bin/sh
unit=; for word in "$@"; do unit=$word; done
case "$unit" in
    mosquitto) install -d -o mosquitto /run/mosquitto; mosquitto -d -c /etc/mosquitto/mosquitto.conf ;;
    postgresql) pg_ctlcluster "$(ls /usr/lib/postgresql)" main start ;;
    feltwire-*)
        file=/etc/systemd/system/$unit.service
        # shellcheck disable=SC2046
        runuser -u "$(sed -n 's/^User=//p' "$file")" -- $(sed -n 's/^ExecStart=//p' "$file") \
            >/src/gateway.log 2>&1 &
        sleep 15 ;;
esac
STANDIN
chmod +x "$root/usr/local/sbin/systemctl"
unshare --mount --pid --fork --kill-child sh -eu -c '
    mount -t proc proc "$1/proc"
    mount --rbind /dev "$1/dev"
    exec chroot "$1" env -i HOME=/root LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin sh -eu -c "
            sh -eux /src/venue.sh
            cd /opt/feltwire && exec .venv/bin/python -m tools.dev.venue_look /root/controllers"
' sh "$root" </dev/null
echo "venue_root: $commit: typed and looked at in $(($(date +%s) - begin)) s"
