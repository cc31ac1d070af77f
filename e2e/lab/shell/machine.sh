#!/bin/sh
# machine.sh FOLDER BOOT: becomes the QEMU of a server that boots as hardware does: from its disks, or with BOOT pxe once from its network
# card. Its arguments are in the file `machine` of DEVICE_DIR, one a line (`machineArguments`). FOLDER gets its serial port and has the
# pipes of its monitor. It waits for the relay to take its serial port, so that nothing of the boot is lost.
# Environment: DEVICE_DIR
D=$1
boot=$2
set -- -chardev "socket,id=serial,path=$D/serial,server=on,wait=on,telnet=on" -chardev "pipe,id=monitor,path=$D/monitor"
while IFS= read -r argument; do set -- "$@" "$argument"; done < "$DEVICE_DIR/machine"
if [ "$boot" = pxe ]; then
  set -- "$@" -set device.nic0.bootindex=0
  # Firmware reads the order at each reset. The monitor takes this after the first one, so every later one finds disks alone.
  timeout 60 sh -c 'echo qom-set /machine/peripheral/nic0 bootindex -1 > "$0"' "$D/monitor.in" &
fi
exec qemu-system-x86_64 "$@"
