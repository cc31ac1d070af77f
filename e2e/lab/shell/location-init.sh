#!/bin/sh
# First process of a control host, in network, mount, UTS, IPC and PID namespaces of its own. Says "pid PID", waits for "go" on
# descriptor 3 (its cable is in), builds a private root file system, starts sshd and says "ready". Its second interface, prov0, leads to
# a bridge that nothing but servers is plugged into. That bridge has a network namespace of its own, held open on descriptor 9: who signs in
# here does not see it.
# Environment: DEVICE_NAME DEVICE_ADDRESS DEVICE_PROVISIONING (both with prefix length) DEVICE_PASSWORD (root's) DEVICE_UUID DEVICE_DIR
# LAB_GATEWAY LAB_FOLDER
set -eu
read -r pid _ < /proc/self/stat
echo "pid $pid"
read -r word <&3 || exit 1
[ "$word" = go ] || exit 1

root=$DEVICE_DIR/root
export NODE_NAME="$DEVICE_NAME" NODE_UUID="$DEVICE_UUID" NODE_HOSTS="${DEVICE_ADDRESS%/*} $DEVICE_NAME"
mkdir -p "$root"
printf '%s\n' "$DEVICE_PASSWORD" | openssl passwd -6 -stdin | sh "$LAB_FOLDER/shell/host-root.sh" "$root"
. "$LAB_FOLDER/shell/host-mounts.sh"
mount_root "$root"
# What the packages of its services would have made.
mkdir -p var/lib/kea var/log/kea var/lib/nginx var/log/nginx

enter_root
hostname "$DEVICE_NAME"

ip link set lo up
ip address add "$DEVICE_ADDRESS" dev eth0
ip link set eth0 up
ip route add default via "$LAB_GATEWAY"
# Whatever the machine does: servers must not reach the panel through here.
echo 0 > /proc/sys/net/ipv4/ip_forward
unshare --net sleep 60 &
holder=$!
own=$(readlink /proc/self/ns/net)
while [ "$(readlink "/proc/$holder/ns/net")" = "$own" ]; do sleep 0.01; done
exec 9< "/proc/$holder/ns/net"
bridge() { nsenter --net=/proc/self/fd/9 -- ip "$@"; }
bridge link add br0 type bridge forward_delay 0 mcast_snooping 0
bridge link set br0 up
ip link add prov0 type veth peer name "$DEVICE_NAME" netns "$holder"
bridge link set "$DEVICE_NAME" master br0 up
kill "$holder"
ip address add "$DEVICE_PROVISIONING" dev prov0
ip link set prov0 up
/usr/sbin/sshd -E /var/log/sshd.log 9<&-

echo ready
exec >&2 3>&-
trap : HUP INT TERM
while :; do
  sleep 86400 9<&- &
  wait $! || true
done
