#!/bin/sh
# build.sh KERNEL WORK OUT RESCUE: builds the tiny guest without root's help or mounts. KERNEL is an unpacked
# linux-image-*-cloud-amd64 package, WORK an empty folder, OUT the qcow2 image to write, RESCUE the same with another label of its
# root. 64 MiB: a classic partition table, 1 FAT16 (syslinux, kernel, initrd), 2 ext4.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
kernel=$(cd "$1" && pwd)
work=$2
out=$3
rescue=$4
boot_mib=22
root_mib=41
modules=$(echo "$kernel"/lib/modules/*)
umask 022

# Order matters: virtio_ring before virtio, and so on.
initrd=$work/initrd
mkdir -p "$initrd"/bin "$initrd"/dev "$initrd"/proc "$initrd"/sys "$initrd"/mnt "$initrd"/modules
for name in virtio_ring virtio virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci virtio_blk failover net_failover \
  virtio_net scsi_common scsi_mod virtio_scsi sd_mod cdrom sr_mod libata ata_piix virtio_console virtio_balloon \
  rng-core virtio-rng button evdev isofs nls_iso8859-1; do
  file=$(find "$modules" -name "$name.ko")
  # What is not a module of this kernel is built in.
  if [ -n "$file" ]; then
    cp "$file" "$initrd/modules/"
    echo "$name.ko" >> "$initrd/modules/order"
  fi
done
cp /bin/busybox "$initrd/bin/busybox"
for applet in sh mount insmod findfs usleep echo switch_root; do ln -s busybox "$initrd/bin/$applet"; done
cp "$here/init" "$initrd/init"
chmod 755 "$initrd/init"
(cd "$initrd" && find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) | gzip -9n > "$work/initrd.gz"

root=$work/root
mkdir -p "$root"
cp -R "$here/root/." "$root/"
for dir in bin dev proc sys run tmp mnt home root var/lib var/log etc/dropbear usr/bin lib64 lib/x86_64-linux-gnu; do
  mkdir -p "$root/$dir"
done
cp /bin/busybox "$root/bin/busybox"
for applet in $(busybox --list); do
  [ "$applet" = busybox ] || ln -s busybox "$root/bin/$applet"
done
ln -s ../bin/busybox "$root/sbin/init"
ln -s ../usr/share/udhcpc "$root/etc/udhcpc"
PATH=$PATH:/usr/sbin:/sbin
for program in dropbear qemu-ga resize2fs resizepart; do
  file=$(readlink -f "$(command -v "$program")")
  cp "$file" "$root/usr/sbin/$program"
  for library in $(ldd "$file" | grep -o '/[^ ]*\.so[^ ]*'); do
    cp -Lu "$library" "$root/lib/x86_64-linux-gnu/"
  done
done
cp -L /lib64/ld-linux-x86-64.so.2 "$root/lib64/"
chmod 600 "$root/etc/shadow"
chmod 700 "$root/root"
for script in etc/rc usr/lib/tiny/guest-agent usr/sbin/chpasswd sbin/shutdown \
  etc/acpi/PWRF/00000080 usr/share/udhcpc/default.script; do
  chmod 755 "$root/$script"
done

mkfs.vfat -C -F 16 -n BOOT "$work/boot.img" $((boot_mib * 1024)) > /dev/null
mcopy -i "$work/boot.img" "$kernel"/boot/vmlinuz-* ::vmlinuz
mcopy -i "$work/boot.img" "$work/initrd.gz" ::initrd.gz
syslinux --install "$work/boot.img"
# Room in the tables to grow to 1 TiB later; few inodes, since growing has to write them.
mke2fs -q -t ext4 -b 4096 -I 256 -N 1024 -J size=4 -E root_owner=0:0,resize=268435456 -L tiny-root -d "$root" \
  "$work/root.img" "${root_mib}M" > /dev/null

# assemble LABEL OUT: the disk whose kernel is told to look for its root by that label.
assemble() {
  sed "s/ROOT/$1/" > "$work/syslinux.cfg" << 'S'
DEFAULT tiny
PROMPT 0
TIMEOUT 0
LABEL tiny
  KERNEL vmlinuz
  INITRD initrd.gz
  APPEND root=LABEL=ROOT console=tty0 console=ttyS0,115200 quiet edd=off panic=5 net.ifnames=0 mitigations=off
S
  mcopy -o -i "$work/boot.img" "$work/syslinux.cfg" ::syslinux.cfg
  e2label "$work/root.img" "$1"
  disk=$work/disk.raw
  rm -f "$disk"
  truncate -s "$((1 + boot_mib + root_mib))M" "$disk"
  printf 'label: dos\n2048,%s,e,*\n%s,,83\n' $((boot_mib * 2048)) $(((1 + boot_mib) * 2048)) | sfdisk -q "$disk"
  dd if=/usr/lib/syslinux/mbr/mbr.bin of="$disk" bs=440 count=1 conv=notrunc status=none
  dd if="$work/boot.img" of="$disk" bs=1M seek=1 conv=notrunc,sparse status=none
  dd if="$work/root.img" of="$disk" bs=1M seek=$((1 + boot_mib)) conv=notrunc,sparse status=none
  qemu-img convert -O qcow2 "$disk" "$2"
}
assemble tiny-root "$out"
assemble tiny-rescue "$rescue"
