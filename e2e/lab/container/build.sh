#!/bin/sh
# build.sh WORK OUT: builds the tiny container as LXD's unified image: metadata.yaml and rootfs in one archive. Busybox, a
# first process that offers a login on the console, and nothing that configures the network by itself.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$1
out=$2
umask 022

root=$work/rootfs
mkdir -p "$root"
cp -R "$here/root/." "$root/"
for dir in bin sbin usr/bin usr/sbin dev proc sys run tmp root var/log etc/network; do mkdir -p "$root/$dir"; done
chmod 1777 "$root/tmp"
cp /bin/busybox "$root/bin/busybox"
for applet in $(busybox --list); do
  # A link of busybox to itself would lead nowhere.
  [ "$applet" = busybox ] || [ "$applet" = init ] || ln -s busybox "$root/bin/$applet"
done
chmod 755 "$root/sbin/init" "$root/usr/sbin/chpasswd"
chmod 640 "$root/etc/shadow"
chmod 700 "$root/root"
cat > "$work/metadata.yaml" << 'S'
architecture: x86_64
creation_date: 1700000000
properties:
  os: tiny
  description: Tiny container
S
# The same archive from the same parts, so that its checksum, which is its name in LXD, stays.
tar --create --gzip --file "$out" --directory "$work" --sort=name --owner=0 --group=0 --numeric-owner --mtime=@1700000000 \
  metadata.yaml rootfs
