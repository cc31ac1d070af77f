# An image comes over HTTP, through a checksum and zstd, onto a device; what lies there is read back and compared.

# check_image: what the job must have before anything is written.
check_image() {
  for name in image image_sha256 image_format image_bytes; do
    [ -n "$(job $name)" ] || fail "the job has no $name"
  done
}

# put_image NAME: writes the image onto /dev/NAME, three times at most. Ends the program when it does not succeed.
put_image() {
  bytes=$(job image_bytes)
  [ "$bytes" -le "$(blockdev --getsize64 "/dev/$1")" ] || fail "the image has $bytes bytes, more than the disk: nothing was installed"
  rm -f "$state/came.sum" "$state/last.sum"
  for attempt in 1 2 3; do
    progress image 0 "Writing the image onto $1" || exit 1
    watch_image "$bytes" &
    watcher=$!
    stream_image "$1" "$bytes" "$attempt" && written=true || written=false
    stop_telling "$watcher"
    [ ! -e "$state/over" ] || { unbootable "$1"; fail 'the operation is over'; }
    if [ "$written" = true ]; then
      progress verify 90 'Reading the image back' || exit 1
      same_as_written "$1" "$bytes" && return 0
      printf 'the disk does not read as the image does' > "$state/why"
    fi
    say "image: $(cat "$state/why")"
    # Twice the same wrong checksum: it is the file, not the way.
    ! cmp -s "$state/came.sum" "$state/last.sum" || break
    [ ! -e "$state/came.sum" ] || cp "$state/came.sum" "$state/last.sum"
    sleep 2
  done
  unbootable "$1"
  fail "the image could not be written: $(cat "$state/why")"
}

# unbootable NAME: half an image must not start.
unbootable() {
  wipe_ends "$1" || say "the ends of $1 cannot be cleared"
}

# stream_image NAME BYTES ATTEMPT: every stage of the pipe is looked at (pipefail). The checksum of what came is compared where the job does not say
# what the image unpacks to, which the disk is compared with afterwards, and from the second attempt on: it tells whether the file is to blame.
# Blocks of zeros are left out only where the device has just promised to read as zeros: a cleared table of partitions alone would leave old data
# between new files.
# Never more is written than one byte above what the job says, whatever a compressed file becomes: the disk was measured by that.
stream_image() {
  rm -f "$state/came" "$state/decoded"
  mkfifo "$state/came" "$state/decoded"
  job unpacked_sha256 > "$state/decoded.sum"
  sparse=
  zeroes=$(line "/sys/block/$1/queue/write_zeroes_max_bytes")
  if [ "${zeroes:-0}" -gt 0 ] &&
    blkdiscard -f -z -l $((($2 + 4095) / 4096 * 4096)) "/dev/$1" 2> /dev/null; then
    sparse=,sparse
  fi
  came='' decoded=''
  if [ ! -s "$state/decoded.sum" ] || [ "$3" -gt 1 ]; then
    sha256sum < "$state/came" > "$state/came.sum" &
    came=$!
  fi
  if [ ! -s "$state/decoded.sum" ]; then
    sha256sum < "$state/decoded" > "$state/decoded.sum" &
    decoded=$!
  fi
  if [ -n "$came" ]; then fetch_image | tee "$state/came"; else fetch_image; fi |
    if [ -n "$decoded" ]; then decode_image | tee "$state/decoded"; else decode_image; fi |
    dd of="/dev/$1" bs=1M iflag=fullblock,count_bytes oflag=direct count=$(($2 + 1)) conv="notrunc,fsync$sparse" status=none 2> "$state/dd" || {
    printf '%s %s' "$(head -c 300 "$state/curl")" "$(head -c 300 "$state/dd")" > "$state/why"
    kill $came $decoded 2> /dev/null || :
    return 1
  }
  for sum in $came $decoded; do wait "$sum" || return 1; done
  if [ -n "$came" ] && [ "$(cut -d' ' -f1 "$state/came.sum")" != "$(job image_sha256)" ]; then
    printf 'its checksum is %s' "$(cut -d' ' -f1 "$state/came.sum")" > "$state/why"
    return 1
  fi
}

fetch_image() {
  curl --silent --show-error --fail --globoff --noproxy '*' --proto '=http,https' --connect-timeout 10 --speed-limit 1000 --speed-time 60 \
    --output - --url "$(job image)" 2> "$state/curl"
}

decode_image() {
  case $(job image_format) in
    zst) zstd -dcq -M128MB ;;
    *) cat ;;
  esac
}

# same_as_written NAME BYTES: past the caches; an image of another length has another checksum as well.
same_as_written() {
  read_back=$(dd if="/dev/$1" bs=1M iflag=fullblock,count_bytes,direct count="$2" status=none | sha256sum | cut -d' ' -f1) || return 1
  [ "$read_back" = "$(cut -d' ' -f1 "$state/decoded.sum")" ]
}

# seconds_up: whole seconds since the start of the system.
seconds_up() {
  read -r up _ < /proc/uptime
  echo "${up%.*}"
}

# watch_image BYTES: tells how far and how fast the writing is, and ends it when the operation is over.
watch_image() {
  before=0
  since=$(seconds_up)
  while sleep 3; do
    at=$(sed -n 's/^pos:[[:space:]]*//p' "/proc/$(pidof dd | cut -d' ' -f1)/fdinfo/1" 2> /dev/null || :)
    [ -n "$at" ] || continue
    now=$(seconds_up)
    rate=$((((at - before) >> 20) / (now > since ? now - since : 1)))
    before=$at since=$now
    progress image $((at / 1024 * 90 / ($1 / 1024 + 1))) "Writing the image, $((at >> 20)) of $(($1 >> 20)) MiB, $rate MiB a second" && continue
    kill "$(pidof curl)" 2> /dev/null
    return 0
  done
}
