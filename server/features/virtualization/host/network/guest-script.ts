/**
 * What a guest runs to take over its addresses, as root, through its agent. It finds interfaces by their MAC, has the system's own tool
 * keep the configuration (that of cloud-init where there is one), and then makes sure of every address itself. Its environment:
 * NETWORK, a line an interface, `mac dhcp|static|none gateway4|- gateway6|- address/prefix…`; GONE, a line an address that is to
 * go, `mac address`; GONE_MACS; DNS; NETPLAN, the whole as netplan takes it. Constant: values are no part of it.
 */
export const guestNetworkScript = String.raw`#!/bin/sh
export LC_ALL=C
failed=0
has() { command -v "$1" > /dev/null 2>&1; }
active() { has systemctl && systemctl is-active --quiet "$1"; }
# Bridges, bonds and VLANs of the guest may have the same address, and say what they are; cards and those of a container do not.
card() {
  for one in /sys/class/net/*; do
    ! grep -q '^DEVTYPE=' "$one/uevent" 2> /dev/null && [ "$(cat "$one/address" 2> /dev/null)" = "$1" ] && echo "${'$'}{one##*/}" && return 0
  done
  return 1
}
# One that was just plugged in takes a moment to appear.
wait_card() {
  n=0
  while ! card "$1"; do n=$((n + 1)); [ "$n" -le 50 ] || return 1; sleep 0.2 2> /dev/null || sleep 1; done
}
keep() { umask 077; mkdir -p "${'$'}{1%/*}" && cat > "$1.new" && mv "$1.new" "$1"; }
each() { printf '%s\n' "$NETWORK" | while read -r mac kind gw4 gw6 addresses; do [ -z "$mac" ] || "$1" $mac $kind $gw4 $gw6 $addresses; done; }

networkd() {
  mac=$1 kind=$2 gw4=$3 gw6=$4; shift 4
  {
    printf '[Match]\nMACAddress=%s\nType=ether\n\n[Network]\n' "$mac"
    [ "$kind" != dhcp ] || echo DHCP=ipv4
    for a; do echo "Address=$a"; done
    for d in $DNS; do echo "DNS=$d"; done
    for g in "$gw4" "$gw6"; do [ "$g" = - ] || printf '\n[Route]\nGateway=%s\nGatewayOnLink=yes\n' "$g"; done
  } | keep "/etc/systemd/network/05-datahall-$(echo "$mac" | tr -d :).network" && chmod 644 "/etc/systemd/network/05-datahall-$(echo "$mac" | tr -d :).network"
}

ifupdown() {
  mac=$1 kind=$2 gw4=$3 gw6=$4; shift 4
  dev=$(card "$mac") || return 0
  echo "auto $dev"
  [ "$kind" != dhcp ] || echo "iface $dev inet dhcp"
  [ "$kind" != none ] || echo "iface $dev inet manual"
  for a; do
    case $a in *:*) echo "iface $dev inet6 static"; g=$gw6; gw6=- ;; *) echo "iface $dev inet static"; g=$gw4; gw4=- ;; esac
    echo "    address $a"
    [ "$g" = - ] || echo "    gateway $g"
    [ -z "$DNS" ] || echo "    dns-nameservers $DNS"
  done
}

manager() {
  mac=$1 kind=$2 gw4=$3 gw6=$4; shift 4
  id=datahall-$(echo "$mac" | tr -d :)
  dev=$(card "$mac") || return 0
  v4= v6= dns4= dns6=
  for a; do case $a in *:*) v6="$v6${'$'}{v6:+,}$a" ;; *) v4="$v4${'$'}{v4:+,}$a" ;; esac; done
  for d in $DNS; do case $d in *:*) dns6="$dns6 $d" ;; *) dns4="$dns4 $d" ;; esac; done
  m4=disabled m6=auto
  [ "$kind" = dhcp ] && m4=auto
  [ -z "$v4" ] || [ "$kind" = dhcp ] || m4=manual
  [ -z "$v6" ] || m6=manual
  [ "$gw4" != - ] || gw4=; [ "$gw6" != - ] || gw6=
  nmcli -w 10 connection delete "$id" > /dev/null 2>&1
  nmcli -w 10 connection add type ethernet con-name "$id" ifname "$dev" mac "$mac" autoconnect yes connection.autoconnect-priority 100 \
    ipv4.method "$m4" ${'$'}{v4:+ipv4.addresses "$v4"} ${'$'}{gw4:+ipv4.gateway "$gw4"} ipv6.method "$m6" ${'$'}{v6:+ipv6.addresses "$v6"} ${'$'}{gw6:+ipv6.gateway "$gw6"} > /dev/null || return 1
  [ "$m4" = disabled ] || [ -z "$dns4" ] || nmcli connection modify "$id" ipv4.dns "$dns4"
  [ -z "$dns6" ] || nmcli connection modify "$id" ipv6.dns "$dns6"
  nmcli -w 20 connection up "$id" > /dev/null
}

# Addresses are added beside those that are there, and only such are taken away that were given by the panel.
plain() {
  mac=$1 kind=$2 gw4=$3 gw6=$4; shift 4
  dev=$(wait_card "$mac") || { echo "no interface $mac"; exit 1; }
  ip link set "$dev" up || exit 1
  for a; do
    ip addr show dev "$dev" | grep -qF " $a " && continue
    case $a in *:*) ip -6 addr add "$a" dev "$dev" nodad 2> /dev/null || ip -6 addr add "$a" dev "$dev" ;; *) ip addr add "$a" dev "$dev" ;; esac || exit 1
    # Neighbours may still take it for that of its last owner.
    case $a in *:*) ;; *) ! has arping || arping -q -c 1 -w 1 -U -I "$dev" "${'$'}{a%/*}" > /dev/null 2>&1 ;; esac
  done
  for g in "$gw4" "$gw6"; do
    case $g in -) continue ;; *:*) family=-6 ;; *) family=-4 ;; esac
    [ -z "$(ip $family route show default 2> /dev/null)" ] || continue
    ip $family route add default via "$g" dev "$dev" 2> /dev/null || ip $family route add default via "$g" dev "$dev" onlink || exit 1
  done
  [ "$kind" = dhcp ] && ! ip -4 addr show dev "$dev" | grep -q ' inet ' || return 0
  if has dhclient; then dhclient -1 -nw "$dev"
  elif has dhcpcd; then dhcpcd -b "$dev"
  elif has udhcpc; then udhcpc -b -q -t 5 -T 1 -S -i "$dev" > /dev/null 2>&1
  fi
}

printf '%s\n' "$NETWORK" | while read -r mac rest; do [ -z "$mac" ] || wait_card "$mac" > /dev/null || { echo "The system shows no interface with the address $mac"; exit 1; }; done || exit 1

for mac in $GONE_MACS; do
  id=datahall-$(echo "$mac" | tr -d :)
  rm -f "/etc/systemd/network/05-$id.network"
  active NetworkManager && nmcli -w 10 connection delete "$id" > /dev/null 2>&1
done

if has netplan && ls /etc/netplan/*.yaml > /dev/null 2>&1; then
  file=/etc/netplan/90-datahall.yaml
  [ ! -e /etc/netplan/50-cloud-init.yaml ] || file=/etc/netplan/50-cloud-init.yaml
  printf '%s\n' "$NETPLAN" | keep "$file"
  netplan apply || failed=1
elif active NetworkManager; then each manager || failed=1
elif active systemd-networkd; then each networkd; networkctl reload || failed=1
elif has ifup && [ -d /etc/network/interfaces.d ]; then
  file=/etc/network/interfaces.d/50-cloud-init
  if [ -e "$file" ]; then { printf 'auto lo\niface lo inet loopback\n'; each ifupdown; } | keep "$file" && chmod 644 "$file"; fi
fi

printf '%s\n' "$GONE" | while read -r mac a; do
  [ -n "$mac" ] && dev=$(card "$mac") || continue
  ip addr show dev "$dev" | sed -n 's/^ *inet6\{0,1\} \([^ ]*\) .*/\1/p' | while read -r held; do
    [ "${'$'}{held%/*}" != "$a" ] || ip addr del "$held" dev "$dev"
  done
done
each plain || failed=1
exit $failed
`
