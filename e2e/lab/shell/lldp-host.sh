#!/bin/sh
# lldp-host.sh NAME: a neighbour of a lab switch that speaks LLDP, in mount and UTS namespaces of its own.
set -eu
mount -t tmpfs -o mode=755 run /run
mkdir /run/lldpd
hostname "$1"
printf '127.0.0.1 localhost\n127.0.1.1 %s\n' "$1" > /run/hosts
mount --bind /run/hosts /etc/hosts
echo 'configure lldp tx-interval 1' > /run/lldpd.conf
exec lldpd -d -O /run/lldpd.conf -I eth0 -u /run/lldpd.socket
