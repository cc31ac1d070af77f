#!/bin/sh
# node-root.sh ROOT: fills the folder that becomes a node's root file system; the hash of root's password comes on
# stdin. Environment as for node-init.sh, plus NODE_HOSTS (lines for /etc/hosts).
set -eu
root=$1
sh "$NODE_TOOLS/host-root.sh" "$root"
umask 022
cd "$root"
mkdir -m 755 -p var/log/libvirt var/log/lxd var/lib/libvirt/images
rm -f etc/libvirt/qemu/networks/autostart/*

# Users of unprivileged containers.
echo 'root:1000000:1000000000' > etc/subuid
echo 'root:1000000:1000000000' > etc/subgid

cat >> etc/libvirt/libvirtd.conf <<S
host_uuid = "$NODE_UUID"
auth_unix_rw = "none"
auth_unix_ro = "none"
unix_sock_group = "root"
log_outputs = "3:file:/var/log/libvirt/libvirtd.log"
S
cat >> etc/libvirt/qemu.conf <<S
user = "root"
group = "root"
security_driver = "none"
remember_owner = 0
namespaces = []
cgroup_controllers = [ "cpu", "cpuacct", "memory", "blkio" ]
vnc_listen = "127.0.0.1"
spice_listen = "127.0.0.1"
migration_address = "${NODE_ADDRESS%/*}"
S
