#!/bin/sh
# build.sh KERNEL WORK OUT PASSWORD: the system of a lab server, all of it in an initial RAM disk (busybox with a login on the
# serial port). KERNEL is an unpacked linux-image-*-cloud-amd64 package, WORK an empty folder, OUT the archive to write.
# PASSWORD is root's. It is not compressed: unpacking would take the machine longer than reading.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$2
umask 022
cp -R "$here/root/." "$work/"
for dir in bin dev proc sys root tmp modules; do mkdir -p "$work/$dir"; done
cp /bin/busybox "$work/bin/busybox"
cp "$here/init" "$work/init"
chmod 755 "$work/init" "$work/etc/acpi/PWRF/00000080"
# For the power button: soft power-off.
for name in evdev button; do cp "$(find "$1"/lib/modules -name "$name.ko")" "$work/modules/"; done
printf 'root:%s:19000:0:99999:7:::\n' "$(printf '%s\n' "$4" | openssl passwd -1 -stdin)" > "$work/etc/shadow"
chmod 600 "$work/etc/shadow"
(cd "$work" && find . | LC_ALL=C sort | cpio --quiet -o -H newc -R 0:0) > "$3"
