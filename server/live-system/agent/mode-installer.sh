# Makes an installer ready to be started in the place of this system, then clears the disks that it may write. `main` starts it when the panel says so.
for part in wipe mode-wipe; do . "$here/$part.sh"; done

run_mode() {
  for name in kernel kernel_sha256 initrd initrd_sha256 kernel_args; do
    [ -n "$(job $name)" ] || fail "the job has no $name"
  done
  [ -s "$state/targets" ] || fail 'the job names no disk'
  # All that may go wrong comes before something is erased.
  progress fetch 0 'Fetching the installer' || exit 1
  fetch_file kernel
  progress fetch 30 'Fetching the installer' || exit 1
  fetch_file initrd
  kexec -a -l "$state/kernel" --initrd="$state/initrd" --command-line="$(job kernel_args)" > "$state/kexec" 2>&1 ||
    fail "the installer cannot be started from here: $(printable < "$state/kexec")"
  rm -f "$state/kernel" "$state/initrd"
  case $(job wipe) in
    full) wipe_targets full ;;
    *) wipe_targets simple ;;
  esac
  # Both are hexadecimal by the form of the job.
  printf '{"kernel":"%s","initrd":"%s"}' "$(job kernel_sha256)" "$(job initrd_sha256)" > "$state/facts/installer"
}

# fetch_file NAME: the file that the job has an address and a checksum of, to $state/NAME; three times at most.
fetch_file() {
  for attempt in 1 2 3; do
    if curl --silent --show-error --fail --globoff --noproxy '*' --proto '=http,https' --connect-timeout 10 --speed-limit 1000 --speed-time 60 \
      --output "$state/$1" --url "$(job "$1")" 2> "$state/curl"; then
      [ "$(sha256sum < "$state/$1" | cut -d' ' -f1)" != "$(job "$1_sha256")" ] || return 0
      printf 'its checksum is another one' > "$state/curl"
    fi
    say "$1: $(cat "$state/curl")"
    sleep 2
  done
  fail "the $1 of the installer could not be fetched: $(head -c 300 "$state/curl" | printable)"
}
