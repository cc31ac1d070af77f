# network_up: brings up the interface that the machine booted from (BOOTIF of the kernel's arguments) and asks for an address.
# Without BOOTIF every interface with a link is tried. Prints the interface. Fails after about a minute.
network_up() {
  booted=$(tr ' ' '\n' < /proc/cmdline | sed -n 's/^BOOTIF=[0-9a-fA-F]\{2\}-//p' | head -n 1 | tr 'A-F-' 'a-f:')
  # All of them: their neighbours are wanted as well.
  for path in /sys/class/net/*; do
    [ ! -e "$path/device" ] || ip link set "${path##*/}" up 2> /dev/null
  done
  for attempt in 1 2 3 4 5; do
    for path in /sys/class/net/*; do
      name=${path##*/}
      [ -e "$path/device" ] || continue
      [ -z "$booted" ] || [ "$(line "$path/address")" = "$booted" ] || continue
      # It stays and renews: clearing disks takes longer than a lease.
      if udhcpc -n -t 6 -T 2 -i "$name" -s "$here/udhcpc" > /dev/null 2>&1; then
        printf '%s' "$name"
        return 0
      fi
    done
    sleep 1
  done
  return 1
}
