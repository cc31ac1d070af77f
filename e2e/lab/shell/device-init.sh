#!/bin/sh
# First process of a simulated device, in network, mount, UTS, IPC and PID namespaces of its own. Says "pid PID", waits for
# "go" on descriptor 3 (its cable is in), starts the agent and says "ready".
# Environment: DEVICE_KIND DEVICE_NAME DEVICE_ADDRESS (with prefix length) DEVICE_DIR LAB_NODE LAB_FOLDER and what the agent reads
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

"$LAB_NODE" "$LAB_FOLDER/device/$DEVICE_KIND-agent.ts" > /run/agent.out 2> "$DEVICE_DIR/agent.log" 3>&- &
until_true "$!" grep -q ready /run/agent.out

echo ready
exec >&2 3>&-
trap : HUP INT TERM
while :; do
  sleep 86400 &
  wait $! || true
done
