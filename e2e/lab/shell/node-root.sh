#!/bin/sh
# node-root.sh ROOT: fills the folder that becomes a node's root file system; the hash of root's password comes on
# stdin. Environment as for node-init.sh, plus NODE_HOSTS (lines for /etc/hosts).
set -eu
root=$1
read -r hash
umask 022
cd "$root"
mkdir -m 755 -p boot home media mnt opt srv var var/cache var/lib var/log var/log/libvirt var/log/lxd var/spool var/lib/libvirt/images
mkdir -m 700 -p root root/.ssh
mkdir -m 1777 -p tmp var/tmp
ln -s /run var/run
ln -s /run/lock var/lock

# A copy rather than an overlay: an overlay's lower side must not change under it, and the machine's /etc does.
cp -a /etc etc
rm -f etc/ssh/ssh_host_* etc/ssh/sshd_config.d/* etc/libvirt/qemu/networks/autostart/* etc/shadow- etc/gshadow-
awk -F: -v hash="$hash" '{ print $1 ":" ($1 == "root" ? hash : "*") ":19000:0:99999:7:::" }' /etc/passwd > etc/shadow
chmod 640 etc/shadow
echo "$NODE_NAME" > etc/hostname
echo "$NODE_UUID" | tr -d - > etc/machine-id
# Without its own name here libvirt waits ten seconds for a resolver at every start of a guest.
{ echo '127.0.0.1 localhost'; echo "$NODE_HOSTS"; } > etc/hosts
rm -f etc/resolv.conf
: > etc/resolv.conf

ssh-keygen -q -t ed25519 -N '' -C "$NODE_NAME" -f etc/ssh/ssh_host_ed25519_key
cat > etc/ssh/sshd_config <<S
Port 22
HostKey /etc/ssh/ssh_host_ed25519_key
PermitRootLogin yes
PubkeyAuthentication yes
PasswordAuthentication yes
KbdInteractiveAuthentication no
UsePAM no
UseDNS no
PrintMotd no
MaxSessions 100
MaxStartups 100
AllowTcpForwarding yes
AllowStreamLocalForwarding yes
AcceptEnv LANG LC_*
Subsystem sftp internal-sftp
PidFile /run/sshd.pid
S

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
