# The hardware report. Texts of devices are hostile: they come into JSON by jq's arguments only.

# text FILE: a JSON string of a file of sysfs, empty when there is none.
text() {
  { cat "$1" 2> /dev/null || :; } | printable | jq -R -s 'rtrimstr("\n")'
}

dmi() {
  text "/sys/class/dmi/id/$1"
}

# number WORD: the word if it is a whole number, else null.
number() {
  case $1 in
    '' | *[!0-9]* | ????????????????*) printf 'null' ;;
    *) printf '%s' "$1" ;;
  esac
}

# One entry a socket: lscpu counts, /proc/cpuinfo has the name.
report_cpus() {
  model=$(sed -n 's/^model name[[:space:]]*: //p' /proc/cpuinfo | head -n 1 | printable)
  khz=$(cat /sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq 2> /dev/null || :)
  mhz=$(sed -n 's/^cpu MHz[[:space:]]*: \([0-9]*\).*/\1/p' /proc/cpuinfo | head -n 1)
  [ -z "$khz" ] || mhz=$((khz / 1000))
  lscpu -p=SOCKET,CORE,CPU | awk -F, '!/^#/ { t[$1]++; if (!(($1, $2) in seen)) { seen[$1, $2]; c[$1]++ } }
    END { for (s in t) print c[s], t[s] }' | head -n 64 | while read -r cores threads; do
    jq -n --arg model "$model" --argjson cores "$cores" --argjson threads "$threads" --argjson mhz "$(number "$mhz")" \
      '{$model, $cores, $threads, $mhz}'
  done | jq -s .
}

# dmidecode prints one block a module; awk makes lines with tabs of it, in which no value can have a tab.
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
    END { flush() }' | head -n 256 | jq -R -s '[split("\n")[] | select(. != "") | split("\t") | map(.[:255] | sub("^ +"; "") | sub(" +$"; "")) |
      {slot: .[0], mib: (.[1] | tonumber), type: .[2], speed: .[3], vendor: .[4], serial: .[5], part: .[6]}]'
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

# The parts of smartctl's answer that are understood the same way everywhere; null when the drive has no SMART.
report_smart() {
  timeout 20 smartctl -j -H -i -A "/dev/$1" > "$state/smart" 2> /dev/null || :
  jq -c 'def n: if type == "number" then . else null end; if .smart_status == null then null else {
    passed: (.smart_status.passed | if type == "boolean" then . else null end), hours: (.power_on_time.hours | n),
    temperature: (.temperature.current | n), used_percent: (.nvme_smart_health_information_log.percentage_used | n),
    media_errors: (.nvme_smart_health_information_log.media_errors | n),
    reallocated: ([.ata_smart_attributes.table[]? | select(.id == 5) | .raw.value][0] | n),
    pending: ([.ata_smart_attributes.table[]? | select(.id == 197) | .raw.value][0] | n)} end' "$state/smart" 2> /dev/null || printf 'null'
}

# held DEVICE PART BYTES TAG: what blkid finds there under a tag (TYPE: file system or member of something, PTTYPE: table of partitions), as JSON.
held() {
  kind=$(timeout 20 blkid -p -s "$4" -o value "$1" 2> /dev/null | head -n 1 | printable || :)
  [ -n "$kind" ] || return 0
  called=$(timeout 20 blkid -p -s LABEL -o value "$1" 2> /dev/null | head -n 1 | printable || :)
  [ "$4" = TYPE ] || called=
  jq -n --arg part "$2" --arg type "$kind" --arg called "$called" --argjson bytes "$3" '{$part, $type, label: $called, $bytes}'
}

# report_holds NAME: what a disk holds, itself and by its partitions: would be lost when it is written.
report_holds() {
  {
    held "/dev/$1" '' "$(disk_bytes "$1")" PTTYPE
    held "/dev/$1" '' "$(disk_bytes "$1")" TYPE
    for path in "/sys/block/$1/$1"*; do
      [ -e "$path/partition" ] || continue
      held "/dev/${path##*/}" "${path##*/}" "$(($(cat "$path/size") * 512))" TYPE
    done
  } | jq -c -s '.[:32]'
}

report_disks() {
  for name in $(disk_names | head -n 128); do
    at=/sys/block/$name
    smart=$(report_smart "$name")
    holds=$(report_holds "$name")
    jq -n --arg name "$name" --arg model "$(disk_model "$name")" --arg serial "$(disk_serial "$name")" --arg wwn "$(disk_wwn "$name")" \
      --argjson bytes "$(disk_bytes "$name")" --argjson rotational "$(cat "$at/queue/rotational")" --arg transport "$(transport "$name")" \
      --argjson smart "${smart:-null}" --arg erase "$(erase_methods "$name" | tr '\n' ' ')" \
      --argjson holds "${holds:-[]}" \
      '{$name, $model, $serial, $wwn, $bytes, rotational: ($rotational == 1), $transport, $smart, erase: [$erase | split(" ")[] | select(. != "")], $holds}'
  done | jq -s .
}

# What lldpd has heard so far, as {"eth0": {chassis, port, system}}.
report_neighbours() {
  { timeout 10 lldpcli -f json0 show neighbors 2> /dev/null || printf '{}'; } | head -c 1000000 | jq -c '
    def t: (.[0].value // "") | tostring | .[:255];
    [.lldp[]?.interface[]? | {key: .name, value: {chassis: (.chassis[0].id | t), port: (.port[0].id | t), system: (.chassis[0].name | t)}}] |
    from_entries' 2> /dev/null || printf '{}'
}

report_nics() {
  neighbours=$(report_neighbours)
  for path in /sys/class/net/*; do
    name=${path##*/}
    [ -e "$path/device" ] || continue
    driver=$(readlink "$path/device/driver" || :)
    speed=$(cat "$path/speed" 2> /dev/null || :)
    jq -n --arg name "$name" --arg mac "$(cat "$path/address")" --arg driver "${driver##*/}" --argjson speed "$(number "$speed")" \
      --argjson link "$([ "$(cat "$path/carrier" 2> /dev/null || :)" = 1 ] && printf true || printf false)" --argjson lldp "${neighbours:-{\}}" \
      '{$name, $mac, $driver, $speed, $link, lldp: ($lldp[$name] // null)}'
  done | jq -s '.[:128]'
}

# report OUT: writes the whole report.
report() {
  # By files: an argument of a program has at most 128 KiB.
  report_modules > "$state/part.modules" && report_disks > "$state/part.disks" && report_nics > "$state/part.nics" || return 1
  report_cpus > "$state/part.cpus" && report_controller > "$state/part.controller" || return 1
  total=$(($(sed -n 's/^MemTotal: *\([0-9]*\) kB/\1/p' /proc/meminfo) / 1024))
  jq -n --argjson uptime "$(seconds)" --argjson vendor "$(dmi sys_vendor)" --argjson product "$(dmi product_name)" \
    --argjson serial "$(dmi product_serial)" --argjson uuid "$(dmi product_uuid)" --argjson bios_vendor "$(dmi bios_vendor)" \
    --argjson bios_version "$(dmi bios_version)" --argjson bios_date "$(dmi bios_date)" --argjson total "$total" \
    --arg firmware "$([ -d /sys/firmware/efi ] && printf uefi || printf bios)" --arg arch "$(uname -m)" \
    --slurpfile cpus "$state/part.cpus" --slurpfile modules "$state/part.modules" --slurpfile disks "$state/part.disks" \
    --slurpfile nics "$state/part.nics" --slurpfile controller "$state/part.controller" '{
      version: 1, $uptime, $vendor, $product, $serial, $uuid, bios: {vendor: $bios_vendor, version: $bios_version, date: $bios_date}, $firmware, $arch,
      cpus: $cpus[0], memory_mib: ([([$modules[0][].mib] | add // 0), $total] | max), memory_modules: $modules[0], disks: $disks[0],
      nics: $nics[0], controller: $controller[0]}' > "$1"
}
