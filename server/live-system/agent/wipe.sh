# One disk: signatures and ends, or everything; what was done is verified by reading.
mebibyte=1048576

# wipe_disk NAME simple|full: writes wipe.NAME.line. Runs beside those of other disks.
wipe_disk() {
  set +e
  started=$(now)
  ok=false
  samples=0
  used=
  tried=
  free_ata "$1"
  if [ "$2" = simple ]; then
    used=signatures
    tried=signatures
    wipe_ends "$1" && ends_are_zero "$1" && ok=true && samples=2
  else
    for used in $(erase_methods "$1") overwrite; do
      [ ! -e "$state/over" ] || break
      say "wipe $1: $used"
      tried="$tried $used"
      "erase_$used" "$1" || continue
      # Signatures of a table that the drive has kept at its other end, and what the kernel believes about partitions.
      wipe_ends "$1" || continue
      samples=$(zero_samples "$1") && ok=true && break
    done
  fi
  blockdev --rereadpt "/dev/$1" 2> /dev/null
  printf '100' > "$state/wipe.$1.percent"
  wiped_line "$1" "$used" "$tried" "$started" "$(now)" "${samples:-0}" "$ok" > "$state/wipe.$1.line"
}

# zero NAME FROM LENGTH: writes zeros, in bytes, past the caches.
zero() {
  dd if=/dev/zero of="/dev/$1" bs=1M iflag=count_bytes oflag=seek_bytes,direct seek="$2" count="$3" conv=notrunc,fsync status=none
}

# is_zero NAME FROM LENGTH: whether the disk itself, not a cache, has zeros there. dd looks for zeros faster than cmp: what it leaves out takes
# no memory, and the length shows that all was read.
is_zero() {
  found=$state/found.$1
  rm -f "$found"
  dd if="/dev/$1" of="$found" bs=64K iflag=skip_bytes,count_bytes,direct skip="$2" count="$3" conv=sparse status=none || return 1
  [ "$(stat -c '%s %b' "$found")" = "$3 0" ] || { rm -f "$found"; return 1; }
}

# end_length NAME: how much is cleared at each end: 16 MiB, or half of a smaller disk.
end_length() {
  bytes=$(disk_bytes "$1")
  half=$((bytes / 8192 * 4096))
  printf '%s' "$((half < 16 * mebibyte ? half : 16 * mebibyte))"
}

wipe_ends() {
  for part in "/sys/block/$1/$1"*; do
    [ -e "$part/partition" ] || continue
    mdadm --zero-superblock "/dev/${part##*/}" 2> /dev/null
    wipefs -q -a -f "/dev/${part##*/}" || return 1
  done
  mdadm --zero-superblock "/dev/$1" 2> /dev/null
  wipefs -q -a -f "/dev/$1" || return 1
  length=$(end_length "$1")
  zero "$1" 0 "$length" && zero "$1" "$(($(disk_bytes "$1") - length))" "$length"
}

ends_are_zero() {
  length=$(end_length "$1")
  is_zero "$1" 0 "$length" && is_zero "$1" "$(($(disk_bytes "$1") - length))" "$length"
}

# zero_samples NAME: reads the whole of a disk up to 256 MiB, of a larger one 256 pieces of 1 MiB at even distances, both ends
# among them. Prints how many pieces were read; fails when one is not zero.
zero_samples() {
  bytes=$(disk_bytes "$1")
  pieces=$(((bytes + mebibyte - 1) / mebibyte))
  [ "$pieces" -le 256 ] || pieces=256
  piece=0
  while [ "$piece" -lt "$pieces" ]; do
    last=$((bytes > mebibyte ? bytes - mebibyte : 0))
    at=$((pieces > 1 ? last / 4096 * piece / (pieces - 1) * 4096 : 0))
    [ "$piece" -lt $((pieces - 1)) ] || at=$last
    is_zero "$1" "$at" "$((bytes < mebibyte ? bytes : mebibyte))" || return 1
    piece=$((piece + 1))
  done
  printf '%s' "$pieces"
}
