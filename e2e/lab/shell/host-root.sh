#!/bin/sh
# host-root.sh ROOT: fills the folder that becomes the root file system of a node or control host, with an sshd that lets root in; the
# hash of root's password comes on stdin. Environment: NODE_NAME NODE_UUID NODE_HOSTS (lines for /etc/hosts)
set -eu
root=$1
read -r hash
umask 022
cd "$root"
mkdir -m 755 -p boot home media mnt opt srv var var/cache var/lib var/log var/spool
mkdir -m 700 -p root root/.ssh
mkdir -m 1777 -p tmp var/tmp
ln -s /run var/run
ln -s /run/lock var/lock

# A copy rather than an overlay: an overlay's lower side must not change under it, and the machine's /etc does.
cp -a /etc etc
rm -f etc/ssh/ssh_host_* etc/ssh/sshd_config.d/* etc/shadow- etc/gshadow-
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
