#!/bin/sh
# First process of a server that is wired to a location, in network, mount, UTS, IPC and PID namespaces of its own: its controller on eth0,
# and the way from its network card to the location's bridge. Says "pid PID", waits for "go" on descriptor 3 (both cables are in), starts the
# controller and says "ready". The server itself is off.
# Environment: DEVICE_NAME DEVICE_ADDRESS (with prefix length) DEVICE_DIR LAB_NODE LAB_FOLDER and what the controller reads
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
# What is plugged into the location finds the controller no more than that of a real server: addresses answer on their own interface alone.
echo 1 > /proc/sys/net/ipv4/conf/all/arp_ignore
echo 1 > /proc/sys/net/ipv6/conf/all/disable_ipv6 2> /dev/null || true
ip address add "$DEVICE_ADDRESS" dev eth0
ip link set eth0 up
ip tuntap add nic0 mode tap
ip link add br0 type bridge forward_delay 0 mcast_snooping 0
for port in nic0 prov0; do ip link set "$port" master br0 up; done
ip link set br0 up

"$LAB_NODE" "$LAB_FOLDER/device/bmc-agent.ts" > /run/agent.out 2> "$DEVICE_DIR/agent.log" 3>&- &
until_true "$!" grep -q ready /run/agent.out

echo ready
exec >&2 3>&-
trap : HUP INT TERM
while :; do
  sleep 86400 &
  wait $! || true
done
