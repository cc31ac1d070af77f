# What firmware and GRUB read of a system on an array that they do not understand: each disk has GRUB's core (1), an EFI system partition (2)
# and a member of a mirror with /boot (3); the rest of it (4) belongs to the array. GRUB sees a member of that mirror as a plain file system.
small_disk=$((16 * 1024 * 1024 * 1024))

# has_boot_array: whether the job's array is one of these.
has_boot_array() {
  case $(job raid) in raid_0 | raid_5 | raid_10) ;; *) return 1 ;; esac
}

# divide_targets: the same table on each disk. 1 begins where images of the recipes have it: GRUB's first sector says where.
divide_targets() {
  efi=1024
  boot=1024
  while read -r name; do
    [ "$(disk_bytes "$name")" -ge "$small_disk" ] || { efi=16; boot=64; }
  done < "$state/targets"
  while read -r name; do
    sfdisk -q --no-reread "/dev/$name" > "$state/sfdisk" 2>&1 << S || fail "the disk $name cannot be divided: $(head -c 300 "$state/sfdisk")"
label: gpt
start=2048, size=2048, type=21686148-6449-6E6F-744E-656564454649
size=${efi}MiB, type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B
size=${boot}MiB, type=A19D880F-05FC-4D3B-A006-743F0F84911E
type=A19D880F-05FC-4D3B-A006-743F0F84911E
S
    reread "$name"
  done < "$state/targets"
}

# put_boot ROOT DEVICE: moves /boot of the system, whose root file system is on DEVICE, into the mirror, mounts that there, and copies the
# boot loaders from the beginning of the array onto each disk.
put_boot() {
  [ "$(line "$state/table")" = '1 2048 21686148-6449-6E6F-744E-656564454649' ] ||
    fail "the image does not boot from $(job raid): it has no boot loader that its other disks could have as well"
  label=$(blkid -o value -s LABEL "/dev/$2" || :)
  uuid=$(blkid -o value -s UUID "/dev/$2")
  # Features that GRUB does not read; the label is what it looks for on EFI.
  mke2fs -q -F -t ext4 -O '^metadata_csum_seed,^orphan_file' ${label:+-L "$label"} /dev/md1 > "$state/mke2fs" 2>&1 ||
    fail "the file system for /boot cannot be made: $(head -c 300 "$state/mke2fs")"
  mkdir -p /mnt/boot
  mount -t ext4 /dev/md1 /mnt/boot || fail 'the file system for /boot cannot be mounted'
  cp -a "$1/boot/." /mnt/boot/ || fail 'the kernel of the image does not fit into /boot'
  ln -s . /mnt/boot/boot
  umount /mnt/boot
  rm -rf "$1/boot"
  mkdir "$1/boot"
  mount -t ext4 /dev/md1 "$1/boot" || fail 'the file system for /boot cannot be mounted'
  # /boot has the same label.
  [ -z "$label" ] || sed -i "s/LABEL=$label\\b/UUID=$uuid/" "$1/boot/grub/grub.cfg" "$1/etc/fstab"
  printf 'UUID=%s /boot ext4 defaults 0 2\n' "$(blkid -o value -s UUID /dev/md1)" >> "$1/etc/fstab"
  while read -r name; do
    dd if=/dev/md0 of="/dev/$name" bs=440 count=1 conv=notrunc,fsync status=none &&
      dd if="/dev/$(partition md0 1)" of="/dev/$(partition "$name" 1)" bs=1M conv=fsync status=none &&
      dd if="/dev/$(partition md0 2)" of="/dev/$(partition "$name" 2)" bs=1M conv=fsync status=none ||
      fail "the boot loader cannot be written onto $name"
  done < "$state/targets"
}
