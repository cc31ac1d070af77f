#!/bin/sh
# First process of a switch, in network, mount, UTS, IPC and PID namespaces of its own. Says "pid PID", waits for "go" on
# descriptor 3 (its cable is in), starts Open vSwitch, snmpd and lldpd, and says "ready". Behind each port is a host of its
# own (h1, h2, ...: ip netns exec h1 ... inside) with an address in 192.0.2.0/24; the first two speak LLDP.
# Environment: DEVICE_NAME DEVICE_ADDRESS (with prefix length) DEVICE_PORTS DEVICE_DIR LAB_NODE (a Node.js) LAB_FOLDER
set -eu
. "$LAB_FOLDER/shell/until.sh"
read -r pid _ < /proc/self/stat
echo "pid $pid"
read -r word <&3 || exit 1
[ "$word" = go ] || exit 1

mount --make-rprivate /
mount -t proc proc /proc
# Names of interfaces are those of this namespace only in a sysfs of its own.
mount -t sysfs sysfs /sys
mount -t tmpfs -o mode=755 run /run
mkdir -p /run/netns /run/ovs /run/snmp /run/lldpd
hostname "$DEVICE_NAME"
printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$DEVICE_NAME" > /run/hosts
mount --bind /run/hosts /etc/hosts
ip link set lo up
ip link set eth0 name mgmt0
ip address add "$DEVICE_ADDRESS" dev mgmt0
ip link set mgmt0 up

for i in $(seq "$DEVICE_PORTS"); do
  ip netns add "h$i"
  ip link add "p$i" type veth peer name eth0 netns "h$i"
  ip link set "p$i" up
  ip -n "h$i" link set lo up
  ip -n "h$i" link set eth0 up
  ip -n "h$i" address add "192.0.2.$i/24" dev eth0
done

# The data path runs in user space: no kernel module is needed, and VLANs are real.
export OVS_RUNDIR=/run/ovs OVS_DBDIR=/run/ovs OVS_LOGDIR="$DEVICE_DIR"
ovsdb-tool create /run/ovs/conf.db /usr/share/openvswitch/vswitch.ovsschema
ovsdb-server /run/ovs/conf.db --remote=punix:/run/ovs/db.sock --pidfile=/run/ovs/ovsdb.pid --detach --no-chdir --log-file="$DEVICE_DIR/ovsdb.log"
ovs-vswitchd unix:/run/ovs/db.sock --pidfile=/run/ovs/vs.pid --detach --no-chdir --log-file="$DEVICE_DIR/vswitchd.log"
vsctl() { ovs-vsctl --db=unix:/run/ovs/db.sock --timeout=20 "$@"; }
vsctl add-br br0 -- set bridge br0 datapath_type=netdev
for i in $(seq "$DEVICE_PORTS"); do vsctl add-port br0 "p$i" tag=10; done

cat > /run/snmpd.conf <<S
agentaddress udp:${DEVICE_ADDRESS%/*}:161
rocommunity public
rwcommunity private
sysName $DEVICE_NAME
sysLocation lab
createUser md5des MD5 authpass123 DES privpass123
createUser shaaes SHA authpass123 AES privpass123
createUser shades SHA authpass123 DES privpass123
createUser md5aes MD5 authpass123 AES privpass123
createUser sha SHA authpass123
createUser md5 MD5 authpass123
createUser plain
rwuser md5des priv
rwuser shaaes priv
rwuser shades priv
rwuser md5aes priv
rwuser sha auth
rouser md5 auth
rouser plain noauth
master agentx
agentXSocket /run/agentx
S
export SNMP_PERSISTENT_DIR=/run/snmp
snmpd -f -Lf "$DEVICE_DIR/snmpd.log" -C -c /run/snmpd.conf -I -smux,mteTrigger,mteTriggerConf 3>&- &
until_true "$!" test -S /run/agentx

# Every second instead of every 30. In a file, because lldpd takes what it is told while it starts for the end of its start.
echo 'configure lldp tx-interval 1' > /run/lldpd.conf
lldpd -d -O /run/lldpd.conf -I 'p*' -u /run/lldpd.socket -x -X /run/agentx > "$DEVICE_DIR/lldpd.log" 2>&1 3>&- &
for i in 1 2; do
  [ "$i" -le "$DEVICE_PORTS" ] || continue
  ip netns exec "h$i" unshare --mount --uts -- sh "$LAB_FOLDER/shell/lldp-host.sh" "server$i" > "$DEVICE_DIR/lldp-h$i.log" 2>&1 3>&- &
done

"$LAB_NODE" "$LAB_FOLDER/device/switch-agent.ts" "$DEVICE_NAME" "$DEVICE_PORTS" /run/agentx > /run/agent.out 2> "$DEVICE_DIR/agent.log" 3>&- &
until_true "$!" grep -q ready /run/agent.out

echo ready
exec >&2 3>&-
trap : HUP INT TERM
while :; do
  sleep 86400 &
  wait $! || true
done
