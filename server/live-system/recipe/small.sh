#!/bin/sh
# small.sh OUT CACHE: builds a small system that is installed in tests: Debian's kernel for virtual machines, busybox, dropbear, mdadm. Boots by
# BIOS and UEFI, also from an array, to ssh and a login on the serial line. Writes OUT/small-*.raw.zst and OUT/index.json.
set -eu
umask 022
[ $# -eq 2 ] || { echo 'usage: small.sh OUT CACHE' >&2; exit 2; }
PATH=$PATH:/usr/sbin:/sbin
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
. "$here/disk-image.sh"
need apt-get apt-cache dpkg-deb tar cpio zstd jq sha256sum mke2fs sfdisk mkfs.vfat mcopy mmd
mkdir -p "$1" "$2"
out=$(cd "$1" && pwd)
cache=$(cd "$2" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/drivers.sh"

kernel=$(kernel_package cloud-amd64)
version=${kernel#linux-image-}
fetch_packages "$cache" "$kernel" busybox-static mdadm dropbear-bin kmod e2fsprogs $packages_for_images > "$work/packages"
unpack "$work/packages" "$work/tree"
tree=$work/tree
ln -f "$tree/usr/bin/kmod" "$tree/usr/bin/modprobe"
ln -f "$tree/usr/bin/kmod" "$tree/usr/bin/depmod"

new_root() {
  mkdir -p "$1/usr/bin" "$1/usr/lib" "$1/usr/lib64"
  ln -s bin "$1/usr/sbin"
  for top in bin sbin lib lib64; do ln -s "usr/$top" "$1/$top"; done
  for dir in dev proc sys run tmp mnt root etc; do mkdir -p "$1/$dir"; done
  put_program "$tree" "$1" usr/bin/modprobe usr/bin/mdadm
}

initrd=$work/initrd
new_root "$initrd"
put_busybox "$tree" "$initrd"
cp "$here/small-init" "$initrd/init"
chmod 755 "$initrd/init"
put_modules "$tree" "$version" "$initrd" $boot_modules

root=$work/root
new_root "$root"
put_program "$tree" "$root" usr/bin/dropbear usr/bin/resize2fs
put_busybox "$tree" "$root"
cp -R "$here/small-root/." "$root/"
mkdir -p "$root/boot/grub" "$root/var/log" "$root/etc/dropbear"
# In memory: which interfaces are up is not to outlive a start.
ln -s ../run "$root/var/run"
for phase in if-up.d if-down.d if-pre-up.d if-post-down.d; do mkdir -p "$root/etc/network/$phase"; done
ln -s ../usr/share/udhcpc "$root/etc/udhcpc"
chmod 755 "$root/etc/rc" "$root/usr/share/udhcpc/default.script"
chmod 600 "$root/etc/shadow"
chmod 700 "$root/root"
chmod 1777 "$root/tmp"
cp "$tree/boot/vmlinuz-$version" "$root/boot/vmlinuz"
pack_initrd "$initrd" "$root/boot/initrd" 12

make_image "$tree" "$root" "$out/small-$version.raw" 56 small-root
program=$(cat "$here"/small-init "$here"/small-root/etc/rc "$here"/*.sh | sha256sum | cut -c1-8)
image_entry "$out/small-$version.raw" 'Small Linux' "$version-$program" 256 | jq -s '{version: 1, os_templates: .}' > "$out/index.json"
