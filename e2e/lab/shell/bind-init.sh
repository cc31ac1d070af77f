#!/bin/sh
# First process of a name server (BIND 9), in namespaces of its own. Says "pid PID", waits for "go" on descriptor 3 (its cable is in),
# starts it and says "ready". Environment: DEVICE_NAME DEVICE_ADDRESS (with prefix length) DEVICE_DIR LAB_FOLDER LAB_NODE
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

mkdir /run/names
sh "$LAB_FOLDER/shell/zones.sh" /run/names
"$LAB_NODE" "$LAB_FOLDER/device/bind-config.ts" "${DEVICE_ADDRESS%/*}" > /run/names/named.conf
named -f -c /run/names/named.conf > "$DEVICE_DIR/named.log" 2>&1 3>&- &
until_true "$!" sh "$LAB_FOLDER/shell/zone-answers.sh"

echo ready
exec >&2 3>&-
trap : HUP INT TERM
while :; do
  sleep 86400 &
  wait $! || true
done
