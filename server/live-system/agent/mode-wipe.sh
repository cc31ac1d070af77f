# Clears the disks that the job names, all at the same time; nothing else is written.
. "$here/wipe.sh"

run_mode() {
  method=$(job wipe)
  [ -s "$state/targets" ] || fail 'the job names no disk'
  case $method in
    simple | full) wipe_targets "$method" ;;
    *) fail 'the job does not say how disks are cleared' ;;
  esac
}

# wipe_targets simple|full: clears every disk of the file `targets`. The result has one entry a disk; ends the program when one failed.
wipe_targets() {
  progress wipe 0 "Clearing $(wc -l < "$state/targets") disks ($1)" || exit 1
  # What was left running on them.
  mdadm --stop --scan 2> /dev/null || :
  while read -r name; do
    printf '0' > "$state/wipe.$name.percent"
    wipe_disk "$name" "$1" &
    printf '%s' "$!" > "$state/wipe.$name.pid"
  done < "$state/targets"
  tick=0
  while :; do
    running=0
    while read -r name; do
      ! kill -0 "$(cat "$state/wipe.$name.pid")" 2> /dev/null || running=1
    done < "$state/targets"
    [ "$running" -eq 1 ] || break
    # Ends are cleared in a moment; who is told every three seconds hears often enough.
    tick=$((tick + 1))
    [ $((tick % 10)) -ne 0 ] || tell_wiped "$1" || break
    usleep 300000
  done
  wait
  [ ! -e "$state/over" ] || exit 1
  while read -r name; do
    # A program that was ended has no entry: that is a failure as well.
    [ -s "$state/wipe.$name.json" ] || jq -n --arg serial "$(disk_serial "$name")" --arg method "$1" \
      '{model: "", $serial, $method, tried: [], started: "", ended: "", samples: 0, ok: false}' > "$state/wipe.$name.json"
    cat "$state/wipe.$name.json"
  done < "$state/targets" | jq -s . > "$state/wiped"
  add_fact disks "$state/wiped"
  jq -e 'length > 0 and all(.[]; .ok)' "$state/wiped" > /dev/null ||
    fail "not cleared: $(jq -r '[.[] | select(.ok | not) | .serial] | join(", ")' "$state/wiped")"
}

# tell_wiped METHOD: how far all disks are together. Fails when the operation is over.
tell_wiped() {
  sum=0
  disks=0
  while read -r name; do
    disks=$((disks + 1))
    sum=$((sum + $(cat "$state/wipe.$name.percent")))
  done < "$state/targets"
  progress wipe $((sum / disks)) "Clearing $disks disks ($1)"
}
