# Arrays of an installed system. A mirror of whole disks whose metadata lie at their ends boots as one disk does: every member begins
# with the boot loader and the table of partitions of the image, so the firmware finds them on each.

check_raid() {
  count=$(wc -l < "$state/targets")
  case $(job raid) in
    '' | no_raid) ;;
    raid_1) [ "$count" -ge 2 ] || fail 'a mirror needs two disks at least: nothing was written' ;;
    *) fail "this live system does not install on $(job raid): nothing was written" ;;
  esac
}

# make_mirror: makes md0 of the targets and prints its name. It is filled at full speed only once the system is installed.
make_mirror() {
  modprobe -q raid1
  printf '1000' > /proc/sys/dev/raid/speed_limit_max
  # Names of the kernel, letters and digits only: they fall apart into arguments.
  mdadm --create /dev/md0 --run --level=1 --metadata=1.0 --homehost=any --name=system --raid-devices="$(wc -l < "$state/targets")" \
    $(sed 's|^|/dev/|' "$state/targets") > "$state/mdadm" 2>&1 < /dev/null || fail "the mirror cannot be made: $(head -c 500 "$state/mdadm")"
  printf 'md0'
}
