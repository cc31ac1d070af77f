#!/bin/sh
# First process of a standard NETCONF server (yuma123 behind OpenSSH), in namespaces of its own. Says "pid PID", waits for
# "go" on descriptor 3 (its cable is in), starts both and says "ready". root's password inside is DEVICE_PASSWORD.
# Environment: DEVICE_NAME DEVICE_ADDRESS (with prefix length) DEVICE_DIR DEVICE_PASSWORD
set -eu
. "$LAB_FOLDER/shell/until.sh"
read -r pid _ < /proc/self/stat
echo "pid $pid"
read -r word <&3 || exit 1
[ "$word" = go ] || exit 1

mount --make-rprivate /
mount -t proc proc /proc
mount -t tmpfs -o mode=755 run /run
mkdir -p /run/sshd /run/etc
hostname "$DEVICE_NAME"
ip link set lo up
ip address add "$DEVICE_ADDRESS" dev eth0
ip link set eth0 up

# sshd asks the system for root's password: a file of our own takes the place of the machine's, here only.
hash=$(openssl passwd -6 -stdin <<P
$DEVICE_PASSWORD
P
)
printf 'root:%s:19000:0:99999:7:::\nsshd:*:19000:0:99999:7:::\n' "$hash" > /run/etc/shadow
chmod 600 /run/etc/shadow
mount --bind /run/etc/shadow /etc/shadow
ssh-keygen -q -t ed25519 -N '' -f /run/etc/key
cat > /run/etc/sshd_config <<S
Port 830
HostKey /run/etc/key
UsePAM no
UseDNS no
PermitRootLogin yes
PasswordAuthentication yes
PidFile /run/sshd.pid
Subsystem netconf "/usr/sbin/netconf-subsystem --ncxserver-sockname=830@/run/ncx.sock"
S
cd /run
HOME=/run netconfd --superuser=root --no-startup --target=candidate --port=830 --ncxserver-sockname=/run/ncx.sock \
  --module=ietf-interfaces --module=iana-if-type > "$DEVICE_DIR/netconfd.log" 2>&1 3>&- &
until_true "$!" test -S /run/ncx.sock
/usr/sbin/sshd -f /run/etc/sshd_config -E "$DEVICE_DIR/sshd.log"

echo ready
exec >&2 3>&-
trap : HUP INT TERM
while :; do
  sleep 86400 &
  wait $! || true
done
