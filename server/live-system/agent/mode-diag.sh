# Diagnostics: the report once more, when neighbours have had the time to show themselves, the tests under load that the job asks for, and the controller.
run_mode() {
  . "$here/neighbours.sh"
  progress report 10 'Reading the hardware' || exit 1
  wait_for_neighbours
  report "$state/report"
  cp "$state/report" "$state/facts/report"
  . "$here/load.sh" && run_load
  case $(job wipe) in
    simple | full) . "$here/mode-wipe.sh" && wipe_targets "$(job wipe)" ;;
  esac
  if [ -n "$(job controller_user)" ]; then . "$here/controller-setup.sh" && set_up_controller; fi
}
