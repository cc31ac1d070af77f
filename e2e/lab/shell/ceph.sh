#!/bin/sh
# ceph.sh, inside a node: a Ceph cluster of one monitor, one manager and one disk, a sparse file of 2 GiB. It is made at the first start, and has
# the sign-in that clusters have (cephx). Returns when the disk is in and the manager counts.
set -eu
lib=/var/lib/ceph
conf=/etc/ceph/ceph.conf
address=$(ip -4 -o address show dev vmbr0 | awk '{ sub("/.*", "", $4); print $4 }')
waited=0

ready() {
  [ "$waited" -lt 1500 ] || { echo "ceph: not ready: $1" >&2; exit 1; }
  waited=$((waited + 1))
  sleep 0.1
}

running() {
  for comm in /proc/[0-9]*/comm; do
    if [ "$(cat "$comm" 2> /dev/null)" = "$1" ]; then return 0; fi
  done
  return 1
}

start() {
  running "$1" || "$@" > /dev/null 2>&1 < /dev/null 3>&-
}

tell() {
  ceph --connect-timeout 20 "$@"
}

mkdir -p /run/ceph
if [ ! -e "$lib/made" ]; then
  mkdir -p /etc/ceph /var/log/ceph "$lib/mon/ceph-a" "$lib/mgr/ceph-x" "$lib/osd/ceph-0"
  fsid=$(cat /proc/sys/kernel/random/uuid)
  cat > "$conf" << C
[global]
fsid = $fsid
mon initial members = a
mon host = [v2:$address:3300,v1:$address:6789]
public addr = $address
auth cluster required = cephx
auth service required = cephx
auth client required = cephx
auth allow insecure global id reclaim = false
osd pool default size = 1
osd pool default min size = 1
osd crush chooseleaf type = 0
mon allow pool size one = true
mon warn on pool no redundancy = false
# The machine's disk is not the node's concern.
mon data avail warn = 1
mon data avail crit = 1
osd pool default pg autoscale mode = off
bluestore block size = 2147483648
bluestore cache autotune = false
bluestore cache size = 67108864
C
  admin=/etc/ceph/ceph.client.admin.keyring
  first=$(mktemp -d)
  ceph-authtool --create-keyring "$admin" --gen-key -n client.admin --cap mon 'allow *' --cap osd 'allow *' --cap mgr 'allow *' > /dev/null
  ceph-authtool --create-keyring "$first/keyring" --gen-key -n mon. --cap mon 'allow *' > /dev/null
  ceph-authtool "$first/keyring" --import-keyring "$admin" > /dev/null
  monmaptool --create --fsid "$fsid" --addv a "[v2:$address:3300,v1:$address:6789]" "$first/map" > /dev/null
  ceph-mon --mkfs -i a --monmap "$first/map" --keyring "$first/keyring"
  start ceph-mon -i a
  tell auth get-or-create mgr.x mon 'allow profile mgr' osd 'allow *' > "$lib/mgr/ceph-x/keyring"
  disk=$(cat /proc/sys/kernel/random/uuid)
  secret=$(ceph-authtool --gen-print-key)
  echo "{\"cephx_secret\": \"$secret\"}" | tell osd new "$disk" -i - > /dev/null
  printf '[osd.0]\n\tkey = %s\n' "$secret" > "$lib/osd/ceph-0/keyring"
  ceph-osd -i 0 --mkfs --osd-uuid "$disk" > /dev/null 2>&1
  rm -r "$first"
  touch "$lib/made"
fi

start ceph-mon -i a
start ceph-mgr -i x
start ceph-osd -i 0
until tell osd stat --format json | grep -q '"num_up_osds":1'; do ready 'its disk is not in'; done
until tell df --format json | grep -q '"total_bytes":[1-9]'; do ready 'its manager does not count'; done
