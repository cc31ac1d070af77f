#!/bin/sh
# live.sh FLAVOUR OUT CACHE: builds the live system that servers are diagnosed, wiped, installed and rescued with. FLAVOUR is
# the Debian kernel's: cloud-amd64 (virtual machines) or amd64 (real servers); lab-amd64 is the latter's kernel with what emulated
# servers with a management controller need, which the kernel for virtual machines does not drive. Writes OUT/vmlinuz-*,
# OUT/live-*.initrd and OUT/index.json; CACHE keeps downloaded packages.
set -eu
umask 022
[ $# -eq 3 ] || { echo 'usage: live.sh cloud-amd64|amd64|lab-amd64 OUT CACHE' >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
need apt-get apt-cache dpkg-deb tar cpio zstd jq sha256sum
flavour=$1
mkdir -p "$2" "$3"
out=$(cd "$2" && pwd)
cache=$(cd "$3" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/drivers.sh"

case $flavour in
  cloud-amd64) modules=$lab_modules ;;
  amd64) modules="$lab_modules $controller_modules $real_modules" ;;
  lab-amd64) modules="$lab_modules $controller_modules" ;;
  *) die "unknown kernel flavour: $flavour" ;;
esac
kernel=$(kernel_package "${flavour#lab-}")
[ -n "$kernel" ] || die "linux-image-$flavour depends on no kernel"
fetch_packages "$cache" "$kernel" busybox coreutils diffutils jq curl util-linux fdisk dmidecode smartmontools hdparm nvme-cli \
  ethtool lldpd ipmitool mdadm lvm2 e2fsprogs xfsprogs dosfstools zstd dropbear-bin kmod kexec-tools > "$work/packages"
unpack "$work/packages" "$work/tree"
fetch_packages "$cache" busybox-static > "$work/packages.static"
unpack "$work/packages.static" "$work/static-tree"
tree=$work/tree
root=$work/root
version=${kernel#linux-image-}
# kmod is one program under many names; it goes by the one it is called by.
ln -f "$tree/usr/bin/kmod" "$tree/usr/bin/modprobe"
ln -f "$tree/usr/bin/kmod" "$tree/usr/bin/depmod"

mkdir -p "$root/usr/bin" "$root/usr/lib" "$root/usr/lib64"
ln -s bin "$root/usr/sbin"
for top in bin sbin lib lib64; do ln -s "usr/$top" "$root/$top"; done
for dir in dev proc sys run tmp mnt root var/lib var/log var/run etc/dropbear etc/datahall; do mkdir -p "$root/$dir"; done
chmod 700 "$root/root"
# Busybox's own cmp and tee go by bytes and by 4 KiB, which is slower than a disk and a network.
put_program "$tree" "$root" usr/bin/busybox usr/bin/modprobe usr/bin/dd usr/bin/sha256sum usr/bin/tee usr/bin/cmp usr/bin/jq usr/bin/curl usr/bin/lsblk usr/bin/lscpu \
  usr/bin/wipefs usr/bin/blkid usr/bin/blkdiscard usr/bin/sfdisk usr/bin/dmidecode usr/bin/smartctl usr/bin/hdparm usr/bin/nvme \
  usr/bin/ethtool usr/bin/lldpd usr/bin/lldpcli usr/bin/ipmitool usr/bin/mdadm usr/bin/dmsetup usr/bin/e2fsck usr/bin/resize2fs \
  usr/bin/mke2fs usr/bin/xfs_growfs usr/bin/zstd usr/bin/dropbear usr/bin/dropbearkey usr/bin/kexec
put_busybox "$tree" "$root"
# What scripts start most often is that of busybox-static, which has no libraries to look for: a start takes a seventh of the time. Not its shell,
# and nothing that starts another program: those take their own dd, sha256sum and hdparm for ours, whatever is in the path.
cp "$work/static-tree/usr/bin/busybox" "$root/usr/bin/applets"
for applet in awk base64 cat chmod cp cut date grep head kill killall ln mkdir mount mv pidof rm sed sleep sort stat sync tail tr umount wc; do
  ln -sf applets "$root/usr/bin/$applet"
done
cp -R "$here/../agent" "$root/usr/lib/datahall"
cp -R "$here/live-root/." "$root/"
ln -s usr/lib/datahall/init "$root/init"
chmod 755 "$root"/usr/lib/datahall/init "$root"/usr/lib/datahall/main "$root"/usr/lib/datahall/work "$root"/usr/lib/datahall/udhcpc
chmod 600 "$root/etc/shadow"
put_modules "$tree" "$version" "$root" $modules

# Of packages that are in the initrd, for who asks what is in there.
sed 's|.*/||; s|\.deb$||' "$work/packages" "$work/packages.static" | sort -u > "$out/live-$version.packages"
pack_initrd "$root" "$out/live-$version.initrd" "${LEVEL:-12}"
cp "$tree/boot/vmlinuz-$version" "$out/"
program=$(cd "$root/usr/lib/datahall" && find . -type f | LC_ALL=C sort | xargs cat | sha256sum | cut -c1-8)
for type in diag rescue serversearch; do
  jq -n --arg name "Live system ($type)" --arg type "$type" --arg version "$version-$program" \
    --argjson kernel "$(file_entry "$out/vmlinuz-$version")" --argjson initrd "$(file_entry "$out/live-$version.initrd")" '{
      $name, $type, $version, arch: "x86_64", firmware: ["bios", "uefi"], $kernel, $initrd,
      kernel_args: "", ram_mib: 512, disk_mib: 0, macros: [], tags: []
    }'
done | jq -s '{version: 1, os_templates: .}' > "$out/index.json"
