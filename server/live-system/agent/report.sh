# The hardware report: gathered as lines with tabs, in which no value can have one, and made JSON of by one program (report.jq).

# number WORD: the word if it is a whole number, else null.
number() {
  case $1 in
    '' | *[!0-9]* | ????????????????*) printf 'null' ;;
    *) printf '%s' "$1" ;;
  esac
}

# fact NAME: a line with the text that it reads.
fact() {
  printf '%s\t%s\n' "$1" "$(printable)"
}

# report_facts: what there is one of, a line each; empty where the machine does not say.
report_facts() {
  for name in sys_vendor product_name product_serial product_uuid bios_vendor bios_version bios_date; do
    from=/sys/class/dmi/id/$name
    [ -r "$from" ] || from=/dev/null
    fact "$name" < "$from"
  done
  sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1 | fact cpu
  khz=$(line /sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq)
  if [ -n "$khz" ]; then
    printf 'mhz\t%s\n' $((khz / 1000))
  else
    sed -n 's/^cpu MHz[[:space:]]*: \([0-9]*\).*/mhz\t\1/p' /proc/cpuinfo | head -n 1
  fi
  sed -n 's/^MemTotal: *\([0-9]*\) kB/memory_kib\t\1/p' /proc/meminfo
  printf 'uptime\t%s\n' "$(seconds)"
  printf 'firmware\t%s\n' "$([ -d /sys/firmware/efi ] && printf uefi || printf bios)"
  printf 'arch\t%s\n' "$(uname -m)"
}

# report_cpus: cores and threads, a line a socket.
report_cpus() {
  lscpu -p=SOCKET,CORE,CPU | awk -F, '!/^#/ { t[$1]++; if (!(($1, $2) in seen)) { seen[$1, $2]; c[$1]++ } }
    END { for (s in t) printf "%d\t%d\n", c[s], t[s] }' | head -n 64
}

# report_modules: slot, MiB, type, speed, vendor, serial and part number, a line a memory module, of the blocks that dmidecode prints.
report_modules() {
  { timeout 20 dmidecode -t 17 2> /dev/null || :; } | tr '\t' ' ' | awk -F': ' '
    function flush() { if (mib > 0) printf "%s\t%d\t%s\t%s\t%s\t%s\t%s\n", slot, mib, type, speed, vendor, serial, part }
    /^Memory Device/ { flush(); slot = type = speed = vendor = serial = part = ""; mib = 0; next }
    { key = $1; gsub(/^ +/, "", key); value = substr($0, length($1) + 3) }
    key == "Size" { split(value, a, " "); mib = a[2] == "GB" ? a[1] * 1024 : a[2] == "TB" ? a[1] * 1048576 : a[2] == "MB" ? a[1] : 0 }
    key == "Locator" { slot = value }
    key == "Type" { type = value }
    key == "Speed" { speed = value }
    key == "Manufacturer" { vendor = value }
    key == "Serial Number" { serial = value }
    key == "Part Number" { part = value }
    END { flush() }' | head -n 256
}

# transport NAME: how the disk is attached.
transport() {
  case $1:$(readlink -f "/sys/block/$1/device") in
    nvme*) printf 'nvme' ;;
    *usb*) printf 'usb' ;;
    *end_device*) printf 'sas' ;;
    vd*) printf 'virtio' ;;
    */ata*) printf 'sata' ;;
    *) printf 'scsi' ;;
  esac
}

# held DISK DEVICE PART BYTES: what blkid finds there, a line each: a table of partitions, a file system or member of something with its label.
held() {
  timeout 20 blkid -p -o export -s PTTYPE -s TYPE "$2" > "$state/held" 2> /dev/null || :
  table='' kind=''
  while IFS== read -r key value; do
    case $key in PTTYPE) table=$value ;; TYPE) kind=$value ;; esac
  done < "$state/held"
  # The beginning of a partition may look like one.
  [ -z "$table" ] || [ -n "$3" ] || printf '%s\t\t%s\t\t%s\n' "$1" "$table" "$4"
  [ -n "$kind" ] || return 0
  timeout 20 blkid -p -o value -s LABEL "$2" > "$state/held" 2> /dev/null || :
  printf '%s\t%s\t%s\t%s\t%s\n' "$1" "$3" "$kind" "$(printable < "$state/held")" "$4"
}

# report_holds NAME: what a disk holds, itself and by its partitions: would be lost when it is written.
report_holds() {
  held "$1" "/dev/$1" '' "$(disk_bytes "$1")"
  for path in "/sys/block/$1/$1"*; do
    [ -e "$path/partition" ] || continue
    held "$1" "/dev/${path##*/}" "${path##*/}" "$(($(line "$path/size") * 512))"
  done
}

# report_disks: a line a disk; what they hold and what smartctl says of them (JSON in one line) in files of their own.
report_disks() {
  : > "$state/part.holds"
  : > "$state/part.smart"
  for name in $(disk_names | head -n 128); do
    printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$(disk_model "$name")" "$(disk_serial "$name")" "$(disk_wwn "$name")" \
      "$(disk_bytes "$name")" "$(line "/sys/block/$name/queue/rotational")" "$(transport "$name")" "$(erase_methods "$name" | tr '\n' ' ')"
    report_holds "$name" >> "$state/part.holds"
    timeout 20 smartctl -j -H -i -A "/dev/$name" > "$state/smart" 2> /dev/null || :
    { printf '%s\t' "$name"; tr -d '\n' < "$state/smart"; echo; } >> "$state/part.smart"
  done
}

# nic_firmware NAME: its version; nothing where the driver tells none.
nic_firmware() {
  timeout 10 ethtool -i "$1" 2> /dev/null | sed -n 's/^firmware-version: *//p' | head -n 1 | sed '/^N\/A *$/d' | printable
}

# report_nics: a line an interface; what lldpd has heard so far (JSON) in a file of its own.
report_nics() {
  { timeout 10 lldpcli -f json0 show neighbors 2> /dev/null || :; } | head -c 1000000 > "$state/part.lldp"
  for path in /sys/class/net/*; do
    name=${path##*/}
    [ -e "$path/device" ] || continue
    driver=$(readlink "$path/device/driver" || :)
    printf '%s\t%s\t%s\t%s\t%s\t%s\n' "$name" "$(line "$path/address")" "${driver##*/}" "$(line "$path/speed")" "$(line "$path/carrier")" \
      "$(nic_firmware "$name")"
  done | head -n 128
}

# report OUT: writes the whole report.
report() {
  report_facts > "$state/part.facts" && report_cpus > "$state/part.cpus" && report_modules > "$state/part.modules" || return 1
  report_disks > "$state/part.disks" && report_nics > "$state/part.nics" && report_controller > "$state/part.controller" || return 1
  # By files: an argument of a program has at most 128 KiB.
  for part in facts cpus modules disks holds smart nics lldp controller; do set -- "$@" --rawfile "$part" "$state/part.$part"; done
  out=$1
  shift
  jq -n -L "$here" "$@" 'include "report"; $ARGS.named | report' > "$out"
}
