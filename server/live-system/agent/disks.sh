# Disks of the machine and how they are named: by serial number or WWN, never by the order in which the kernel found them.

# disk_names: kernel names of the disks (no partitions, arrays, optical, floppy or memory disks).
disk_names() {
  for path in /sys/block/*; do
    name=${path##*/}
    case $name in
      loop* | ram* | zram* | md* | dm-* | sr* | fd* | nbd* | mtdblock*) continue ;;
    esac
    # A machine without disks.
    [ -r "$path/size" ] || continue
    # Hidden parts of multipath NVMe, and drives without a medium.
    [ "$(line "$path/hidden")" != 1 ] && [ "$(line "$path/size")" -gt 0 ] || continue
    printf '%s\n' "$name"
  done
}

disk_bytes() {
  printf '%s' "$(($(line "/sys/block/$1/size") * 512))"
}

disk_serial() {
  at=/sys/block/$1
  if [ -r "$at/device/vpd_pg80" ]; then
    # Vital product data: four bytes of header, then the serial number.
    tail -c +5 "$at/device/vpd_pg80" | printable
  elif [ -r "$at/serial" ]; then
    printable < "$at/serial"
  elif [ -r "$at/device/serial" ]; then
    printable < "$at/device/serial"
  fi
}

# disk_wwn NAME: 0x and hexadecimal digits for NAA names, eui.… for NVMe; nothing when the drive has none.
disk_wwn() {
  for file in "/sys/block/$1/wwid" "/sys/block/$1/device/wwid"; do
    [ -r "$file" ] || continue
    wwid=$(printable < "$file")
    case $wwid in *[A-F]*) wwid=$(printf '%s' "$wwid" | tr A-F a-f) ;; esac
    case $wwid in
      uuid.*) printf '%s' "$wwid" ;;
      naa.* | eui.*)
        digits=${wwid#*.}
        case $digits in *[!0-9a-f]*) return 0 ;; esac
        [ "${#digits}" -ge 8 ] && [ "${#digits}" -le 32 ] || return 0
        case $wwid in naa.*) printf '0x%s' "$digits" ;; *) printf '%s' "$wwid" ;; esac
        ;;
    esac
    return 0
  done
}

disk_model() {
  [ ! -r "/sys/block/$1/device/model" ] || printable < "/sys/block/$1/device/model"
}

# same_disk WANTED NAME: whether the disk has this serial number (exactly) or this WWN (case and prefix aside).
same_disk() {
  serial=$(disk_serial "$2")
  [ -z "$serial" ] || [ "$serial" != "$1" ] || return 0
  wwn=$(disk_wwn "$2")
  [ -n "$wwn" ] || return 1
  wanted=$1
  case $wanted in *[A-F]*) wanted=$(printf '%s' "$wanted" | tr A-F a-f) ;; esac
  for prefix in wwn- naa. eui. 0x; do wanted=${wanted#"$prefix"}; wwn=${wwn#"$prefix"}; done
  [ "$wwn" = "$wanted" ]
}

# find_disk WANTED: the kernel name of the only disk with this serial number or WWN. Fails when there is none or more than one.
find_disk() {
  found=
  for name in $(disk_names); do
    same_disk "$1" "$name" || continue
    [ -z "$found" ] || return 2
    found=$name
  done
  [ -n "$found" ] || return 1
  printf '%s' "$found"
}

# check_machine: compares the machine and its disks with the job before anything is written, and notes the only disks that may be written
# in the file `targets` (kernel names). Ends the program with a reason otherwise.
check_machine() {
  : > "$state/targets.new"
  expected=$(job serial)
  if [ -n "$expected" ]; then
    actual=$(printable < /sys/class/dmi/id/product_serial)
    [ "$actual" = "$expected" ] || fail "this machine has the serial number $actual, not $expected: nothing was written"
  fi
  for file in $(job_files disk); do
    wanted=$(line "$file")
    name=$(find_disk "$wanted") || {
      code=$?
      [ "$code" -ne 2 ] || fail "more than one disk is called $wanted: nothing was written"
      fail "the disk $wanted was not found: nothing was written"
    }
    ! grep -qx "$name" "$state/targets.new" || fail "$wanted names a disk that the job has named before: nothing was written"
    [ "$(line "/sys/block/$name/ro")" = 0 ] || fail "the disk $wanted is read-only: nothing was written"
    printf '%s\n' "$name" >> "$state/targets.new"
  done
  mv "$state/targets.new" "$state/targets"
}
