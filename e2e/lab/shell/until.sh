# Sourced. until_true PID COMMAND...: waits until the command succeeds; exits with 1 once process PID has ended. The lab says how long.
until_true() {
  of=$1
  shift
  until "$@"; do
    kill -0 "$of" 2> /dev/null || exit 1
    sleep 0.02
  done
}
