#!/bin/sh
# First process of a name server (PowerDNS with its HTTP API and DNS updates), in namespaces of its own. Says "pid PID", waits for "go"
# on descriptor 3 (its cable is in), starts it and says "ready".
# Environment: DEVICE_NAME DEVICE_ADDRESS (with prefix length) DEVICE_DIR LAB_FOLDER LAB_NODE
set -eu
. "$LAB_FOLDER/shell/until.sh"
read -r pid _ < /proc/self/stat
echo "pid $pid"
read -r word <&3 || exit 1
[ "$word" = go ] || exit 1

mount --make-rprivate /
mount -t proc proc /proc
mount -t tmpfs -o mode=755 run /run
hostname "$DEVICE_NAME"
ip link set lo up
ip address add "$DEVICE_ADDRESS" dev eth0
ip link set eth0 up

mkdir /run/names /run/names/zones
sh "$LAB_FOLDER/shell/zones.sh" /run/names/zones
python3 -c 'import sqlite3, sys; sqlite3.connect(sys.argv[1]).executescript(open(sys.argv[2]).read())' \
  /run/names/pdns.sqlite3 /usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql
"$LAB_NODE" "$LAB_FOLDER/device/power-dns-setup.ts" "${DEVICE_ADDRESS%/*}" > "$DEVICE_DIR/setup.log" 2>&1
pdns_server --config-dir=/run/names --guardian=no --daemon=no > "$DEVICE_DIR/pdns.log" 2>&1 3>&- &
until_true "$!" sh "$LAB_FOLDER/shell/zone-answers.sh"

echo ready
exec >&2 3>&-
trap : HUP INT TERM
while :; do
  sleep 86400 &
  wait $! || true
done
