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

# grow_last NAME: gives the last partition and its ext4 all of the disk. Other file systems keep their size, but XFS, which grows when it is
# mounted (grow_mounted).
grow_last() {
  sfdisk -J "/dev/$1" > "$state/table" 2> /dev/null || fail 'the image has no table of partitions'
  [ "$(jq -r .partitiontable.label "$state/table")" != gpt ] || sfdisk -q --no-reread --relocate gpt-bak-std "/dev/$1" > /dev/null 2>&1
  last=$(jq -r '.partitiontable.partitions | max_by(.start).node | capture("(?<n>[0-9]+)$").n' "$state/table")
  printf ', +\n' | sfdisk -q --no-reread -N "$last" "/dev/$1" > /dev/null 2>&1 || fail 'the last partition cannot be made larger'
  reread "$1"
  device=/dev/$(partition "$1" "$last")
  [ -b "$device" ] || fail "$device is not there"
  case $(blkid -o value -s TYPE "$device") in
    ext2 | ext3 | ext4)
      # 1: faults were found and mended.
      e2fsck -f -y "$device" > /dev/null 2>&1 || [ $? -eq 1 ] || fail 'the file system of the image is faulty'
      resize2fs "$device" > /dev/null 2>&1 || fail 'the file system cannot be made larger'
      ;;
  esac
}

# mount_root NAME DIR: mounts the partition that has an installed Linux and prints its kernel name.
mount_root() {
  mkdir -p "$2"
  for number in $(jq -r '.partitiontable.partitions[].node | capture("(?<n>[0-9]+)$").n' "$state/table"); do
    device=$(partition "$1" "$number")
    kind=$(blkid -o value -s TYPE "/dev/$device" || :)
    case $kind in ext2 | ext3 | ext4 | xfs) ;; *) continue ;; esac
    mount -t "$kind" "/dev/$device" "$2" 2> /dev/null || continue
    if [ -f "$2/etc/passwd" ] && [ -d "$2/usr" ]; then
      [ "$kind" != xfs ] || xfs_growfs "$2" > /dev/null 2>&1 || :
      printf '%s' "$device"
      return 0
    fi
    umount "$2"
  done
  return 1
}
