# Tests under load: each writes lines of JSON {test, ok, ...} into the file `load`. They only read disks.

# test_cpu: every processor works out the same checksum for 20 s; all have to agree.
test_cpu() {
  expected=$(head -c 16777216 /dev/zero | sha256sum)
  started=$(seconds)
  cpus=$(grep -c '^processor' /proc/cpuinfo)
  cpu=0
  while [ "$cpu" -lt "$cpus" ]; do
    (
      rounds=0
      while [ $(($(seconds) - started)) -lt 20 ]; do
        [ "$(head -c 16777216 /dev/zero | taskset -c "$cpu" sha256sum)" = "$expected" ] || exit 1
        rounds=$((rounds + 1))
      done
      printf '%s' "$rounds" > "$state/load.cpu.$cpu"
    ) &
    cpu=$((cpu + 1))
  done
  wait
  wrong=0
  rounds=0
  cpu=0
  while [ "$cpu" -lt "$cpus" ]; do
    if [ -s "$state/load.cpu.$cpu" ]; then rounds=$((rounds + $(line "$state/load.cpu.$cpu"))); else wrong=$((wrong + 1)); fi
    cpu=$((cpu + 1))
  done
  jq -n --argjson cpus "$cpus" --argjson wrong "$wrong" --argjson mib "$((rounds * 16))" '{test: "cpu", ok: ($wrong == 0), $cpus, $wrong, $mib}' >> "$state/load"
}

# test_memory: fills half of what is free with random bytes and reads them twice.
test_memory() {
  mib=$(($(sed -n 's/^MemAvailable: *\([0-9]*\) kB/\1/p' /proc/meminfo) / 2048))
  mkdir -p "$state/fill"
  mount -t ramfs none "$state/fill"
  written=$(dd if=/dev/urandom bs=1M count="$mib" iflag=fullblock status=none | tee "$state/fill/random" | sha256sum) || written=
  ok=true
  for pass in 1 2; do
    [ "$(sha256sum < "$state/fill/random")" = "$written" ] || ok=false
  done
  umount "$state/fill"
  jq -n --argjson mib "$mib" --argjson ok "$ok" '{test: "memory", $ok, $mib}' >> "$state/load"
}

# test_disk: reads the first GiB of every disk, past the caches.
test_disk() {
  for name in $(disk_names); do
    mib=$(($(disk_bytes "$name") / 1048576))
    [ "$mib" -le 1024 ] || mib=1024
    started=$(cut -d' ' -f1 /proc/uptime | tr -d .)
    ok=true
    dd if="/dev/$name" of=/dev/null bs=1M iflag=direct,fullblock count="$mib" status=none 2> /dev/null || ok=false
    ended=$(cut -d' ' -f1 /proc/uptime | tr -d .)
    # /proc/uptime counts hundredths of a second.
    jq -n --arg serial "$(disk_serial "$name")" --argjson mib "$mib" --argjson ok "$ok" --argjson hundredths "$((ended - started))" \
      '{test: "disk", $ok, $serial, $mib, mib_per_s: (if $hundredths > 0 then $mib * 100 / $hundredths | floor else null end)}' >> "$state/load"
  done
}

# run_load: the tests that the job asks for; the result has what each found. Ends the program when one failed.
run_load() {
  [ -n "$(job load)" ] || return 0
  : > "$state/load"
  for file in $(job_files load); do
    kind=$(line "$file")
    progress load 40 "Testing under load: $kind" || exit 1
    "test_$kind"
  done
  jq -s . "$state/load" > "$state/load.json"
  cp "$state/load.json" "$state/facts/load"
  jq -e 'all(.[]; .ok)' "$state/load.json" > /dev/null || fail 'a test under load failed'
}
