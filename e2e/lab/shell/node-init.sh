#!/bin/sh
# First process of a node, in network, mount, UTS, IPC, PID and cgroup namespaces of its own. Says "pid PID", waits
# for "go" on descriptor 3 (its cable is in), builds a private root file system, starts the daemons and says "ready".
# Environment: NODE_DIR NODE_NAME NODE_INDEX NODE_ADDRESS (with prefix length) NODE_GATEWAY NODE_UUID NODE_LIBVIRT (yes|no) NODE_LXD (yes|no) NODE_CEPH (yes|no)
# NODE_CGROUPS (mounted hierarchies: "v2", or options of v1 ones such as "cpu,cpuacct memory")
# NODE_IMAGES (folder shown read-only as /srv/images) NODE_TOOLS (folder of these scripts)
set -eu
read -r pid _ < /proc/self/stat
echo "pid $pid"
read -r word <&3 || exit 1
[ "$word" = go ] || exit 1

ip link set lo up
mac=$(printf '02:da:7a:00:01:%02x' "$NODE_INDEX")
ip link add vmbr0 address "$mac" type bridge forward_delay 0 mcast_snooping 0
ip link set eth0 master vmbr0 up
ip address add "$NODE_ADDRESS" dev vmbr0
ip link set vmbr0 up
ip route add default via "$NODE_GATEWAY"

. "$NODE_TOOLS/host-mounts.sh"
mount_root "$NODE_DIR/root"
mkdir -p opt/lab srv/images srv/small run/libvirt
mount --bind "$NODE_TOOLS" opt/lab
mount -o remount,bind,ro opt/lab
mount --bind "$NODE_IMAGES" srv/images
mount -o remount,bind,ro srv/images
# A file system that is quickly full, for tests of just that.
mount -t tmpfs -o size=64M,mode=755 small srv/small
if [ "$NODE_CGROUPS" = v2 ]; then
  mount -t cgroup2 cgroup2 sys/fs/cgroup
  # Controllers can be handed to children only by a group without processes of its own.
  mkdir -p sys/fs/cgroup/init
  echo 0 > sys/fs/cgroup/init/cgroup.procs
  for controller in $(cat sys/fs/cgroup/cgroup.controllers); do
    echo "+$controller" > sys/fs/cgroup/cgroup.subtree_control || true
  done
else
  mount -t tmpfs -o mode=755 cgroup sys/fs/cgroup
  for options in $NODE_CGROUPS; do
    mkdir "sys/fs/cgroup/$options"
    mount -t cgroup -o "$options" cgroup "sys/fs/cgroup/$options"
  done
fi
enter_root

hostname "$NODE_NAME"
if [ "$NODE_LIBVIRT" = yes ]; then sh /opt/lab/node-service.sh start libvirtd; fi
if [ "$NODE_LXD" = yes ]; then sh /opt/lab/node-service.sh start lxd; fi
if [ "$NODE_CEPH" = yes ]; then sh /opt/lab/node-service.sh start ceph; fi
sh /opt/lab/node-service.sh start sshd

echo ready
exec >&2 3>&-
trap : HUP INT TERM
while :; do
  sleep 86400 &
  wait $! || true
done
