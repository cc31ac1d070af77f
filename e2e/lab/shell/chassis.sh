#!/bin/sh
# chassis.sh FOLDER get|set ...: what ipmi_sim calls to see and switch the machine, which is a QEMU while it is on. FOLDER holds
# its PID, what to boot from next, its serial port and a pipe for the power button.
# Environment: DEVICE_DIR LAB_MACHINE (the script that becomes the QEMU) and what that reads
D=$1
op=$2
shift 2
alive() { [ -f "$D/pid" ] && kill -0 "$(cat "$D/pid")" 2> /dev/null; }
start() {
  alive && return 0
  boot=$(cat "$D/boot")
  echo default > "$D/boot"
  : > "$DEVICE_DIR/serial.log"
  setsid sh "$LAB_MACHINE" "$D" "$boot" > "$D/qemu.log" 2>&1 < /dev/null &
  echo $! > "$D/pid"
}
stop() {
  alive || return 0
  pid=$(cat "$D/pid")
  kill -9 "$pid"
  # Until it is gone a new one could not have its serial port.
  while kill -0 "$pid" 2> /dev/null; do sleep 0.02; done
  rm -f "$D/pid"
}
while [ $# -gt 0 ]; do
  case "$op $1" in
    'get power') if alive; then echo power:1; else echo power:0; fi ;;
    'get boot') echo "boot:$(cat "$D/boot")" ;;
    'set power') if [ "$2" = 1 ]; then start; else stop; fi ;;
    'set reset') alive && stop && start ;;
    'set shutdown') alive && echo system_powerdown > "$D/monitor.in" ;;
    'set boot') echo "$2" > "$D/boot" ;;
    'set identify') shift $# ;;
    *) exit 1 ;;
  esac
  [ "$op" = get ] || shift
  [ $# = 0 ] || shift
done
exit 0
