# http METHOD PATH BODY OUT: one request below /boot/ of the panel; BODY is a file or empty, the answer's body is written to OUT (at most
# 1 MiB). Prints the status code. Repeated on connection errors and 5xx with a pause of 1 to 5 s, for ten minutes; then prints 000.
http() {
  address=$(line "$state/address")
  until=$(($(seconds) + ${HTTP_PATIENCE:-600}))
  pause=1
  while :; do
    code=$(curl --silent --globoff --noproxy '*' --connect-timeout 10 --max-time 60 --max-filesize 1048576 --proto '=http,https' \
      --request "$1" --header "@$state/auth" --header 'Expect:' ${3:+--header 'Content-Type: application/octet-stream' --data-binary "@$3"} \
      --output "$4" --write-out '%{http_code}' "$address/boot/$2") || code=000
    case $code in
      000 | 5??) ;;
      *) printf '%s' "$code"; return 0 ;;
    esac
    if [ "$(seconds)" -ge "$until" ]; then
      printf '000'
      return 0
    fi
    sleep "$pause"
    pause=$((pause < 5 ? pause + 1 : 5))
  done
}

# progress STEP PERCENT WORDS: tells the panel; fails (1) when the operation is over, which is noted for all others in the file `over`.
progress() {
  [ ! -e "$state/over" ] || return 1
  say "$1 $2% $3"
  # No two programs tell the same step at the same time.
  message=$state/progress.$1
  printf 'step %s\npercent %s\nwords %s\n' "$1" "$2" "$(printf '%s' "$3" | base64 -w 0)" > "$message"
  code=$(http POST progress "$message" "$message.out")
  case $code in
    403 | 404 | 409) : > "$state/over"; return 1 ;;
  esac
}

# stop_telling PID: ends a program that tells how far something is, with the request that it waits for and would repeat: nothing that it says may
# arrive after what is told next.
stop_telling() {
  end_tree "$1"
  wait "$1" 2> /dev/null || :
}

# end_tree PID: ends a program and all that it has started. It is halted first, so that it starts no other meanwhile.
end_tree() {
  kill -STOP "$1" 2> /dev/null || return 0
  for child in $(line "/proc/$1/task/$1/children"); do end_tree "$child"; done
  kill -KILL "$1" 2> /dev/null || :
}
