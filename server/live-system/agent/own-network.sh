# Network of a rescue system whose switch port goes back from the provisioning VLAN into its own: the job names the server's addresses then.

# keep_network: puts aside what the job says of it, which is used when the job is gone.
keep_network() {
  mkdir -p "$state/own"
  for name in address vlan gateway gateway6; do
    for file in $(job_files "$name"); do cp "$file" "$state/own/"; done
  done
}

own() {
  line "$state/own/$1.1"
}

# own_network INTERFACE: has these addresses instead of the one that was leased, once the panel has been told and is asked nothing more.
own_network() {
  [ -e "$state/own/address.1" ] || return 0
  device=$1
  killall udhcpc 2> /dev/null || :
  ip addr flush dev "$device" scope global
  if [ -n "$(own vlan)" ]; then
    modprobe -q 8021q 2> /dev/null || :
    ip link add link "$device" name "$device.$(own vlan)" type vlan id "$(own vlan)"
    device=$device.$(own vlan)
    ip link set "$device" up
  fi
  for file in "$state"/own/address.*; do ip addr add "$(line "$file")" dev "$device"; done
  [ -z "$(own gateway)" ] || ip route replace default via "$(own gateway)" dev "$device"
  [ -z "$(own gateway6)" ] || ip -6 route replace default via "$(own gateway6)" dev "$device"
  say "addresses of the server on $device"
}
