#!/bin/sh
# First process of an emulated machine with a kernel of its own, in network, mount, UTS, IPC and PID namespaces. Says "pid PID", waits for "go" on
# descriptor 3 (its cable is in), says "ready", and becomes the QEMU whose arguments are in the file `machine` of DEVICE_DIR, one a line.
# Environment: DEVICE_NAME DEVICE_DIR
set -eu
read -r pid _ < /proc/self/stat
echo "pid $pid"
read -r word <&3 || exit 1
[ "$word" = go ] || exit 1

mount --make-rprivate /
mount -t proc proc /proc
hostname "$DEVICE_NAME"
ip link set lo up
ip tuntap add nic0 mode tap
ip link add br0 type bridge forward_delay 0 mcast_snooping 0
for port in eth0 nic0; do ip link set "$port" master br0 up; done
ip link set br0 up

set --
while IFS= read -r argument; do set -- "$@" "$argument"; done < "$DEVICE_DIR/machine"
echo ready
exec >&2 3>&-
exec qemu-system-x86_64 "$@"
