# A machine that the panel does not know yet: the report and nothing else.
run_mode() {
  . "$here/neighbours.sh"
  wait_for_neighbours
  report "$state/report"
  cp "$state/report" "$state/facts/report"
}
