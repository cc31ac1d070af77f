# Network of an installed system, for what the image has: ifupdown (also that of busybox) or systemd-networkd. Interfaces are named lan0,
# lan1, ... by their hardware addresses, so that nothing depends on how another kernel counts them.

# network_config ROOT: sets network_kind.
network_config() {
  main=$(job mac)
  [ -n "$main" ] || main=$(tr ' ' '\n' < /proc/cmdline | sed -n 's/^BOOTIF=[0-9a-fA-F]\{2\}-//p' | head -n 1 | tr 'A-F-' 'a-f:')
  { printf '%s\n' "$main"; for file in $(job_files bond_mac); do cat "$file"; echo; done; } | tr A-F a-f | sed '/^$/d' | awk '!seen[$0]++' > "$state/macs"
  upper=lan0
  [ -z "$(job bond_mac)" ] || upper=bond0
  ports=$upper
  [ -z "$(job vlan)" ] || upper=$upper.$(job vlan)
  name_interfaces "$1" || return 1
  if [ -d "$1/etc/network" ] && { [ -e "$1/usr/sbin/ifup" ] || [ -e "$1/sbin/ifup" ] || [ -L "$1/usr/sbin/ifup" ] || [ -L "$1/usr/bin/ifup" ]; }; then
    network_kind=ifupdown
    rm -f "$1/etc/network/interfaces"
    ifupdown > "$1/etc/network/interfaces" || return 1
    write_resolver "$1"
  elif [ -e "$1/usr/lib/systemd/systemd-networkd" ] || [ -e "$1/lib/systemd/systemd-networkd" ]; then
    network_kind=networkd
    networkd "$1/etc/systemd/network" || return 1
    mkdir -p "$1/etc/systemd/system/multi-user.target.wants"
    ln -sf /lib/systemd/system/systemd-networkd.service "$1/etc/systemd/system/multi-user.target.wants/systemd-networkd.service"
    [ -e "$1/usr/lib/systemd/systemd-resolved" ] || [ -e "$1/lib/systemd/systemd-resolved" ] || write_resolver "$1"
  else
    return 1
  fi
}

# name_interfaces ROOT: for udev, and for systems with nameif.
name_interfaces() {
  mkdir -p "$1/etc/systemd/network" || return 1
  rm -f "$1/etc/mactab"
  number=0
  while read -r mac; do
    rm -f "$1/etc/systemd/network/10-lan$number.link"
    printf '[Match]\nMACAddress=%s\nType=ether\n\n[Link]\nName=lan%s\n' "$mac" "$number" > "$1/etc/systemd/network/10-lan$number.link"
    printf 'lan%s %s\n' "$number" "$mac" >> "$1/etc/mactab"
    number=$((number + 1))
  done < "$state/macs"
}

write_resolver() {
  [ -n "$(job nameserver)" ] || return 0
  rm -f "$1/etc/resolv.conf"
  for file in $(job_files nameserver); do printf 'nameserver %s\n' "$(line "$file")"; done > "$1/etc/resolv.conf"
}

# ifupdown: prints etc/network/interfaces.
ifupdown() {
  printf 'auto lo\niface lo inet loopback\n'
  if [ -n "$(job bond_mac)" ]; then
    slaves=$(awk '{ printf "%slan%d", (NR > 1 ? " " : ""), NR - 1 }' "$state/macs")
    for slave in $slaves; do printf '\nauto %s\niface %s inet manual\n  bond-master bond0\n' "$slave" "$slave"; done
  fi
  if [ "$ports" != "$upper" ]; then
    printf '\nauto %s\niface %s inet manual\n' "$ports" "$ports"
    bond_lines
  fi
  printf '\nauto %s\n' "$upper"
  first=yes
  [ -n "$(job address)" ] || { printf 'iface %s inet dhcp\n' "$upper"; upper_lines; }
  for file in $(job_files address); do
    address=$(line "$file")
    case $address in
      *:*) printf 'iface %s inet6 static\n' "$upper" ;;
      *) printf 'iface %s inet static\n' "$upper" ;;
    esac
    printf '  address %s\n  netmask %s\n' "${address%/*}" "$(netmask "$address")"
    case $address in *:*) gateway_line gateway6 ;; *) gateway_line gateway ;; esac
    [ "$first" != yes ] || upper_lines
    first=no
  done
}

# netmask ADDRESS/PREFIX: the ifupdown of busybox takes no length for IPv4.
netmask() {
  length=${1#*/}
  case $1 in
    *:*) printf '%s' "$length"; return 0 ;;
  esac
  [ "$length" -le 32 ] || return 1
  bits=$((length == 0 ? 0 : 4294967295 << (32 - length) & 4294967295))
  printf '%s.%s.%s.%s' $((bits >> 24)) $((bits >> 16 & 255)) $((bits >> 8 & 255)) $((bits & 255))
}

# gateway_line NAME: once a family.
gateway_line() {
  gateway=$(job "$1")
  [ -n "$gateway" ] && [ ! -e "$state/told.$1" ] || return 0
  printf '  gateway %s\n' "$gateway"
  : > "$state/told.$1"
}

bond_lines() {
  [ -z "$(job bond_mac)" ] || printf '  bond-slaves none\n  bond-mode 802.3ad\n  bond-miimon 100\n  bond-xmit-hash-policy layer3+4\n'
}

upper_lines() {
  if [ "$ports" = "$upper" ]; then bond_lines; else printf '  vlan-raw-device %s\n' "$ports"; fi
}

# networkd DIR: writes the files of systemd-networkd.
networkd() {
  if [ -n "$(job bond_mac)" ]; then
    printf '[NetDev]\nName=bond0\nKind=bond\n\n[Bond]\nMode=802.3ad\nMIIMonitorSec=100ms\nTransmitHashPolicy=layer3+4\n' > "$1/20-bond0.netdev"
    awk '{ print NR - 1 }' "$state/macs" | while read -r number; do
      printf '[Match]\nName=lan%s\n\n[Network]\nBond=bond0\n' "$number" > "$1/20-lan$number.network"
    done
  fi
  if [ "$ports" != "$upper" ]; then
    printf '[NetDev]\nName=%s\nKind=vlan\n\n[VLAN]\nId=%s\n' "$upper" "$(job vlan)" > "$1/20-vlan.netdev"
    printf '[Match]\nName=%s\n\n[Network]\nVLAN=%s\nLinkLocalAddressing=no\n' "$ports" "$upper" > "$1/20-ports.network"
  fi
  {
    printf '[Match]\nName=%s\n\n[Network]\n' "$upper"
    [ -n "$(job address)" ] || printf 'DHCP=yes\n'
    for file in $(job_files address); do printf 'Address=%s\n' "$(line "$file")"; done
    [ -z "$(job gateway)" ] || printf 'Gateway=%s\n' "$(job gateway)"
    [ -z "$(job gateway6)" ] || printf 'Gateway=%s\n' "$(job gateway6)"
    for file in $(job_files nameserver); do printf 'DNS=%s\n' "$(line "$file")"; done
  } > "$1/30-upper.network"
}
