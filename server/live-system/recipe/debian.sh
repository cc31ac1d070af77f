#!/bin/sh
# debian.sh OUT CACHE [KERNEL FLAVOUR]: builds an image of Debian 12 that is installed on servers: systemd, OpenSSH, ifupdown (with bonds and VLANs),
# mdadm, the serial line as console. Boots by BIOS and UEFI. Writes OUT/debian-12-*.raw.zst and OUT/index.json. Needs mmdebstrap; without root
# rights it uses user namespaces, as mmdebstrap does.
set -eu
umask 022
[ $# -ge 2 ] || { echo 'usage: debian.sh OUT CACHE [cloud-amd64|amd64]' >&2; exit 2; }
PATH=$PATH:/usr/sbin:/sbin
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
. "$here/disk-image.sh"
need apt-get apt-cache dpkg-deb tar zstd jq sha256sum mke2fs sfdisk mkfs.vfat mcopy mmd mmdebstrap
mkdir -p "$1" "$2"
out=$(cd "$1" && pwd)
cache=$(cd "$2" && pwd)
flavour=${3:-amd64}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch_packages "$cache" $packages_for_images > "$work/packages"
unpack "$work/packages" "$work/tree"
# mmdebstrap may run as another user.
chmod 755 "$work"
mkdir -p "$work/root"
mmdebstrap --quiet --variant=minbase --format=tar \
  --include="linux-image-$flavour,systemd-sysv,dbus,openssh-server,iproute2,ifupdown,isc-dhcp-client,ifenslave,vlan,udev,kmod,mdadm,ca-certificates,less,nano,grub-common" \
  --dpkgopt='path-exclude=/usr/share/doc/*' --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/locale/*' \
  --aptopt='Acquire::Languages "none"' \
  --customize-hook='copy-in '"$here/debian-root/etc /" \
  --customize-hook='chroot "$1" systemctl enable serial-getty@ttyS0.service' \
  --customize-hook='chroot "$1" passwd -l root > /dev/null' \
  --customize-hook='rm -f "$1"/etc/ssh/ssh_host_* "$1"/etc/hostname "$1"/var/lib/dbus/machine-id; : > "$1"/etc/machine-id' \
  bookworm "$work/root.tar"
# Device nodes are made by the kernel.
tar -C "$work/root" --exclude='./dev/*' -xf "$work/root.tar"
rm -f "$work/root.tar"
version=$(cd "$work/root/lib/modules" && ls | head -n 1)
[ -n "$version" ] || die 'the image has no kernel'
mkdir -p "$work/root/boot/grub"
sed "s/VERSION/$version/g" "$here/debian-grub.cfg" > "$work/root/boot/grub/grub.cfg"
used=$(du -sm "$work/root" | cut -f1)
release=$(cat "$work/root/etc/debian_version")
make_image "$work/tree" "$work/root" "$out/debian-$release-$flavour.raw" $((used * 5 / 4 + 192)) debian-root
image_entry "$out/debian-$release-$flavour.raw" 'Debian 12' "$release-$version" 512 | jq -s '{version: 1, os_templates: .}' > "$out/index.json"
