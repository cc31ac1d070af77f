# Sourced by recipes of images that are installed: a disk of three partitions that boots by BIOS and by UEFI, made without root rights, loop
# devices or mounts. 1 BIOS boot (GRUB's core), 2 EFI system, 3 root (ext4), last, so that it can grow.

core_sector=2048
esp_sector=4096
root_sector=20480
packages_for_images='grub-pc-bin grub-efi-amd64-bin grub-common'

# make_image TREE ROOT OUT MIB LABEL: OUT is a raw disk whose root partition has MIB, the content of ROOT and the label. ROOT has
# boot/grub/grub.cfg, kernel and initial RAM disk; TREE has GRUB, unpacked.
make_image() {
  tree=$1
  content=$2
  out_file=$3
  root_mib=$4
  label=$5
  # GRUB reads no file system with these two features. Few tables are laid out now; room is left to grow to 16 TiB.
  mke2fs -q -t ext4 -b 4096 -O '^metadata_csum_seed,^orphan_file' -E root_owner=0:0 -L "$label" -d "$content" \
    "$work/root.img" "${root_mib}M" > /dev/null
  cat > "$work/early.cfg" << C
search --no-floppy --label --set=root $label
set prefix=(\$root)/boot/grub
C
  own "$tree" usr/bin/grub-mkimage -O i386-pc -d "$tree/usr/lib/grub/i386-pc" -p '(,gpt3)/boot/grub' -o "$work/core.img" \
    biosdisk part_gpt ext2 linux normal configfile serial terminal echo
  own "$tree" usr/bin/grub-mkimage -O x86_64-efi -d "$tree/usr/lib/grub/x86_64-efi" -c "$work/early.cfg" -p /boot/grub \
    -o "$work/bootx64.efi" part_gpt ext2 search search_label linux normal configfile serial terminal echo
  [ "$(stat -c %s "$work/core.img")" -le $(((esp_sector - core_sector) * 512)) ] || die 'the core of GRUB is too long'
  mkfs.vfat -C -F 16 -s 1 -n EFI --invariant "$work/esp.img" $(((root_sector - esp_sector) / 2)) > /dev/null
  mmd -i "$work/esp.img" ::EFI ::EFI/BOOT
  mcopy -i "$work/esp.img" "$work/bootx64.efi" ::EFI/BOOT/BOOTX64.EFI

  rm -f "$out_file"
  truncate -s $((root_sector * 512 + (root_mib + 1) * 1048576)) "$out_file"
  sfdisk -q "$out_file" << S
label: gpt
start=$core_sector, size=$((esp_sector - core_sector)), type=21686148-6449-6E6F-744E-656564454649
start=$esp_sector, size=$((root_sector - esp_sector)), type=C12A7328-F81F-11D2-BA4B-00A0C93EC93B
start=$root_sector, size=$((root_mib * 2048)), type=4F68BCE3-E8CD-4DB1-96E7-FBCAF984B709
S
  # The boot sector knows where the core begins, and the core's first sector where the rest does (GRUB's boot.S and diskboot.S).
  dd if="$tree/usr/lib/grub/i386-pc/boot.img" of="$out_file" bs=440 count=1 conv=notrunc status=none
  sector_number $core_sector | dd of="$out_file" bs=1 seek=92 conv=notrunc status=none
  dd if="$work/core.img" of="$out_file" bs=512 seek=$core_sector conv=notrunc status=none
  sector_number $((core_sector + 1)) | dd of="$out_file" bs=1 seek=$((core_sector * 512 + 500)) conv=notrunc status=none
  dd if="$work/esp.img" of="$out_file" bs=1M seek=$((esp_sector / 2048)) conv=notrunc,sparse status=none
  dd if="$work/root.img" of="$out_file" bs=1M seek=$((root_sector / 2048)) conv=notrunc,sparse status=none
  rm -f "$work/root.img" "$work/esp.img"
}

# sector_number N: eight bytes, the lowest first; N is below 65536.
sector_number() {
  printf "\\$(printf %o $(($1 % 256)))\\$(printf %o $(($1 / 256)))\\0\\0\\0\\0\\0\\0"
}

# image_entry RAW NAME VERSION RAM: compresses the image, removes the raw file and prints its entry of the index.
image_entry() {
  bytes=$(stat -c %s "$1")
  unpacked=$(sha256sum "$1" | cut -d' ' -f1)
  zstd -q -f -T0 "-${LEVEL:-12}" "$1" -o "$1.zst"
  rm -f "$1"
  jq -n --arg name "$2" --arg version "$3" --argjson ram "$4" --argjson bytes "$bytes" --arg unpacked "$unpacked" \
    --argjson file "$(file_entry "$1.zst")" '{
    $name, type: "ostemplate", $version, arch: "x86_64", firmware: ["bios", "uefi"],
    image: ($file + {format: "zst", image_bytes: $bytes, image_sha256: $unpacked}), kernel_args: "", ram_mib: $ram,
    disk_mib: ($bytes / 1048576 | ceil), macros: [], tags: []}'
}
