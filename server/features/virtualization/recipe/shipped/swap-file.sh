#!/bin/sh
# Makes a swap file, or gives the one from an earlier run another size.
set -eu
: "${SWAP_MIB:?}"
case $SWAP_MIB in *[!0-9]*) echo "SWAP_MIB is no number" >&2; exit 2 ;; esac
swappiness=${SWAPPINESS:-}
case $swappiness in *[!0-9]*) echo "SWAPPINESS is no number" >&2; exit 2 ;; esac
file=/swapfile

if [ "$(($(stat -c %s "$file" 2> /dev/null || echo 0) / 1048576))" -ne "$SWAP_MIB" ]; then
  free=$(df -Pm / | awk 'NR == 2 { print $4 }')
  if [ "$free" -le "$SWAP_MIB" ]; then
    echo "Only $free MiB are free" >&2
    exit 3
  fi
  echo "Making a file of $SWAP_MIB MiB"
  if [ -e "$file" ]; then swapoff "$file" 2> /dev/null || true; rm -f "$file"; fi
  (umask 077 && dd if=/dev/zero of="$file" bs=1M count="$SWAP_MIB" status=none)
  mkswap "$file" > /dev/null
fi
grep -q "^$file " /proc/swaps || swapon "$file"
grep -q "^$file " /etc/fstab || echo "$file none swap sw 0 0" >> /etc/fstab
if [ -n "$swappiness" ]; then
  echo "vm.swappiness = $swappiness" > /etc/sysctl.d/60-swappiness.conf
  sysctl -q -p /etc/sysctl.d/60-swappiness.conf
fi
echo "The guest swaps to $file"
