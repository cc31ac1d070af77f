# Partitions of a disk that has just been written.

# partition NAME NUMBER: kernel name of a partition: sda1, nvme0n1p1, md0p1.
partition() {
  case $1 in
    *[0-9]) printf '%sp%s' "$1" "$2" ;;
    *) printf '%s%s' "$1" "$2" ;;
  esac
}

# reread NAME: has the kernel take the new table. It has made its partitions when this ends.
reread() {
  for attempt in 1 2 3 4 5; do
    blockdev --rereadpt "/dev/$1" 2> /dev/null && break
    sleep 1
  done
}

# read_table NAME: the partitions, a line each of number, start (sectors) and type, in the file `table`.
read_table() {
  sfdisk -d "/dev/$1" > "$state/dump" 2> /dev/null || fail 'the image has no table of partitions'
  awk 'match($0, /^[^ ]*[0-9] *: *start=/) { n = $1; sub(/:$/, "", n); match(n, /[0-9]+$/); split($0, a, /(start|type)= */); sub(/,.*/, "", a[3])
      print substr(n, RSTART), a[2] + 0, a[3] }' "$state/dump" > "$state/table"
}

# grown_table NUMBER: the table that was read, for sfdisk to write anew: without a size this partition takes all that is left, and the copy of a
# GPT lies at the end of the disk then. Boot code and file systems stay as they are.
grown_table() {
  awk -v number="$1" '/^(device|last-lba):/ { next }
    $2 == ":" && match($1, /[0-9]+$/) && substr($1, RSTART) == number { sub(/size= *[0-9]+, */, "") } { print }' "$state/dump"
}

# file_system DEVICE: what blkid takes it for.
file_system() {
  blkid -o value -s TYPE "$1" || :
}

# grow_last NAME: gives the last partition and its ext4 all of the disk. Other file systems keep their size, but XFS, which grows when it is
# mounted (mount_root).
grow_last() {
  read_table "$1"
  last='' furthest=-1
  while read -r number start type; do
    [ "$start" -le "$furthest" ] || { last=$number; furthest=$start; }
  done < "$state/table"
  grown_table "$last" | sfdisk -q --no-reread --no-tell-kernel "/dev/$1" > /dev/null 2>&1 || fail 'the last partition cannot be made larger'
  reread "$1"
  device=/dev/$(partition "$1" "$last")
  [ -b "$device" ] || fail "$device is not there"
  case $(file_system "$device") in
    ext2 | ext3 | ext4)
      # 1: faults were found and mended.
      e2fsck -f -y "$device" > /dev/null 2>&1 || [ $? -eq 1 ] || fail 'the file system of the image is faulty'
      resize2fs "$device" > /dev/null 2>&1 || fail 'the file system cannot be made larger'
      ;;
  esac
}

# mount_root NAME DIR: mounts the partition that has an installed Linux and prints its kernel name. Ends the program without one.
mount_root() {
  mkdir -p "$2"
  while read -r number start type; do
    device=$(partition "$1" "$number")
    # What the firmware and boot loaders read has no Linux.
    case $type in
      21686148-6449-6E6F-744E-656564454649 | C12A7328-F81F-11D2-BA4B-00A0C93EC93B | ef) continue ;;
    esac
    kind=$(file_system "/dev/$device")
    case $kind in ext2 | ext3 | ext4 | xfs) ;; *) continue ;; esac
    mount -t "$kind" "/dev/$device" "$2" 2> /dev/null || continue
    if [ -f "$2/etc/passwd" ] && [ -d "$2/usr" ]; then
      [ "$kind" != xfs ] || xfs_growfs "$2" > "$state/grown" 2>&1 || fail "the file system cannot be made larger: $(head -c 300 "$state/grown")"
      printf '%s' "$device"
      return 0
    fi
    umount "$2"
  done < "$state/table"
  fail 'no Linux was found in the image'
}
