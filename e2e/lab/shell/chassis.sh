#!/bin/sh
# chassis.sh FOLDER get|set ...: what ipmi_sim calls to see and switch the machine, which is a QEMU while it is on. FOLDER holds
# its PID, what to boot from next, its serial port and a pipe for the power button.
# Environment: LAB_KERNEL LAB_INITRD DEVICE_NAME DEVICE_DIR
D=$1
op=$2
shift 2
alive() { [ -f "$D/pid" ] && kill -0 "$(cat "$D/pid")" 2> /dev/null; }
start() {
  alive && return 0
  boot=$(cat "$D/boot")
  echo default > "$D/boot"
  : > "$DEVICE_DIR/serial.log"
  # It waits for the relay to take its serial port, so that nothing of the boot is lost.
  setsid qemu-system-x86_64 -accel tcg -machine pc -cpu qemu64 -m 96 -display none -nodefaults -no-reboot \
    -kernel "$LAB_KERNEL" -initrd "$LAB_INITRD" \
    -append "console=ttyS0,115200 quiet mitigations=off edd=off panic=1 lab.name=$DEVICE_NAME lab.boot=$boot" \
    -chardev socket,id=serial,path="$D/serial",server=on,wait=on,telnet=on -serial chardev:serial \
    -chardev pipe,id=monitor,path="$D/monitor" -mon monitor > "$D/qemu.log" 2>&1 < /dev/null &
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
