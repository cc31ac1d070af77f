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

# wipe_targets simple|full: clears every disk of the file `targets`. The file `wiped` has a line a disk for the result; ends the program when one failed.
wipe_targets() {
  progress wipe 0 "Clearing disks: $(wc -l < "$state/targets"), $1" || exit 1
  # What was left running on them.
  for array in /sys/block/md*; do [ ! -e "$array" ] || { mdadm --stop --scan 2> /dev/null || :; break; }; done
  while read -r name; do
    printf '0' > "$state/wipe.$name.percent"
    wipe_disk "$name" "$1" &
    printf '%s' "$!" > "$state/wipe.$name.pid"
  done < "$state/targets"
  # Ends are cleared in a moment; who is told every three seconds hears often enough.
  { while sleep 3; do tell_wiped "$1" || break; done; } &
  teller=$!
  while read -r name; do wait "$(line "$state/wipe.$name.pid")" || :; done < "$state/targets"
  stop_telling "$teller"
  [ ! -e "$state/over" ] || exit 1
  : > "$state/uncleared"
  while read -r name; do
    # A program that was ended has no entry: that is a failure as well.
    [ -s "$state/wipe.$name.line" ] || wiped_line "$name" "$1" '' '' '' 0 false > "$state/wipe.$name.line"
    case $(line "$state/wipe.$name.line") in *true) ;; *) printf '%s ' "$(disk_serial "$name")" >> "$state/uncleared" ;; esac
    cat "$state/wipe.$name.line"
  done < "$state/targets" > "$state/wiped"
  [ -s "$state/wiped" ] && [ ! -s "$state/uncleared" ] || fail "not cleared: $(line "$state/uncleared")"
}

# wiped_line NAME METHOD TRIED STARTED ENDED SAMPLES OK: what was done with a disk, as the function `wiped` of report.jq reads it.
wiped_line() {
  name=$1
  shift
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$(disk_model "$name")" "$(disk_serial "$name")" "$(disk_wwn "$name")" "$@"
}

# tell_wiped METHOD: how far all disks are together. Fails when the operation is over.
tell_wiped() {
  sum=0
  disks=0
  while read -r name; do
    disks=$((disks + 1))
    sum=$((sum + $(line "$state/wipe.$name.percent")))
  done < "$state/targets"
  progress wipe $((sum / disks)) "Clearing disks: $disks, $1"
}
