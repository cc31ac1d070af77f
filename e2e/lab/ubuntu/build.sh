#!/bin/sh
# build.sh OUT PASSWORD: builds a whole Ubuntu 24.04 as node of a lab: systemd, OpenSSH, libvirt with QEMU, ZFS, LVM, client and server of NFS. Writes OUT/system.raw
# (sparse) and OUT/vmlinuz, which starts it: what it starts from is built into that kernel. Packages are those of the release, which do not change any more.
set -eu
umask 022
here=$(cd "$(dirname "$0")" && pwd)
out=$1
root=$(mktemp -d)
trap 'rm -rf "$root"' EXIT
chmod 755 "$root"

mmdebstrap --quiet --variant=minbase --format=tar --keyring="$here/archive-key.asc" --components=main,universe \
  --include=linux-image-6.8.0-31-generic,systemd-sysv,dbus,udev,kmod,openssh-server,iproute2,nftables,zfsutils-linux,lvm2,nfs-common,nfs-kernel-server \
  --include=qemu-utils,qemu-system-x86,libvirt-daemon-system,libvirt-clients \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --aptopt='Acquire::Languages "none"' \
  --customize-hook='copy-in '"$here/root/etc /" \
  --customize-hook='printf "root:%s\n" '"$2"' | chroot "$1" chpasswd' \
  --customize-hook='chroot "$1" systemctl enable systemd-networkd systemd-network-generator serial-getty@ttyS0' \
  --customize-hook='chroot "$1" systemctl mask systemd-networkd-wait-online e2scrub_all.timer fstrim.timer logrotate.timer motd-news.timer dpkg-db-backup.timer' \
  --customize-hook='rm -f "$1/etc/hostname"; : > "$1/etc/machine-id"' \
  noble "$root/system.tar"
mkdir "$root/system"
# Device nodes are made by the kernel.
tar -C "$root/system" --exclude='./dev/*' -xf "$root/system.tar"
mkdir -p "$out"
cp "$root"/system/boot/vmlinuz-*-generic "$out/vmlinuz"
mke2fs -q -t ext4 -d "$root/system" "$out/system.raw" 4G
