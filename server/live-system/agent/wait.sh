# wait_for_next: while the panel says `next wait`, tells it every few seconds that this machine is there. When it no longer wants that, asks what is next.
wait_for_next() {
  [ "$(line "$state/next")" = 'next wait' ] || return 0
  say 'waiting until the panel knows this machine'
  printf 'step waiting\n' > "$state/waiting"
  printf '{"ok":true}' > "$state/result"
  while [ "$(line "$state/next")" = 'next wait' ]; do
    sleep 5
    code=$(http POST progress "$state/waiting" "$state/waiting.out")
    case $code in
      204) continue ;;
      409) code=$(http POST result "$state/result" "$state/next") ;;
    esac
    [ "$code" = 200 ] || give_up "the panel answered $code while this machine waited"
  done
}
