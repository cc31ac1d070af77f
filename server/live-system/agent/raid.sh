# Arrays of an installed system. A mirror of whole disks whose metadata lie at their ends boots as one disk does: every member begins
# with the boot loader and the table of partitions of the image, so the firmware finds them on each. Other arrays have small partitions
# on each disk to boot from (boot-array.sh).

# raid_members LEVEL: how many disks it needs at least.
raid_members() {
  case $1 in
    raid_0 | raid_1) printf 2 ;;
    raid_5) printf 3 ;;
    raid_10) printf 4 ;;
    *) printf 1 ;;
  esac
}

check_raid() {
  level=$(job raid)
  case $level in
    '' | no_raid) return 0 ;;
    raid_0 | raid_1 | raid_5 | raid_10) ;;
    *) fail "this live system does not install on $level: nothing was written" ;;
  esac
  [ "$(wc -l < "$state/targets")" -ge "$(raid_members "$level")" ] ||
    fail "$level needs $(raid_members "$level") disks at least: nothing was written"
}

# make_array: makes md0, where the image is written, and prints its name; without an array the name of the disk.
make_array() {
  if has_boot_array; then
    divide_targets
    create_array md1 1 --metadata=1.0 --name=boot $(member_devices 3)
    # --force: without it a disk of RAID 5 is a spare at first, and the array degraded until it is filled.
    create_array md0 "$(job raid | sed 's/raid_//')" --force --name=system $(member_devices 4)
  elif [ "$(job raid)" = raid_1 ]; then
    # It is filled at full speed only once the system is installed.
    create_array md0 1 --metadata=1.0 --name=system $(member_devices '')
  else
    head -n 1 "$state/targets"
    return 0
  fi
  printf 'md0'
}

# member_devices NUMBER: the targets, or that partition of each. Names of the kernel, letters and digits only: they fall apart into arguments.
member_devices() {
  while read -r name; do
    if [ -n "$1" ]; then printf '/dev/%s ' "$(partition "$name" "$1")"; else printf '/dev/%s ' "$name"; fi
  done < "$state/targets"
}

# create_array NAME LEVEL OPTION... DEVICE...
create_array() {
  array=$1
  level=$2
  shift 2
  modprobe -q "raid$level" || modprobe -q raid456
  printf '1000' > /proc/sys/dev/raid/speed_limit_max
  mdadm --create "/dev/$array" --run --level="$level" --homehost=any --raid-devices="$(wc -l < "$state/targets")" "$@" \
    > "$state/mdadm" 2>&1 < /dev/null || fail "the array cannot be made: $(head -c 500 "$state/mdadm")"
}
