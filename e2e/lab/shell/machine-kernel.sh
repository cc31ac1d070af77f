#!/bin/sh
# machine-kernel.sh FOLDER BOOT: becomes the QEMU behind a controller; it starts a kernel that is given to it, and says what it was told to
# boot from. It waits for the relay to take its serial port, so that nothing of the boot is lost.
# Environment: LAB_KERNEL LAB_INITRD DEVICE_NAME
exec qemu-system-x86_64 -accel tcg -machine pc -cpu qemu64 -m 96 -display none -nodefaults -no-reboot \
  -kernel "$LAB_KERNEL" -initrd "$LAB_INITRD" \
  -append "console=ttyS0,115200 quiet mitigations=off edd=off panic=1 lab.name=$DEVICE_NAME lab.boot=$2" \
  -chardev socket,id=serial,path="$1/serial",server=on,wait=on,telnet=on -serial chardev:serial \
  -chardev pipe,id=monitor,path="$1/monitor" -mon monitor
