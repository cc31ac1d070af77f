#!/bin/sh
# Installs WireGuard with one client. May be run again: keys and the client's configuration stay.
set -eu
export DEBIAN_FRONTEND=noninteractive
port=${WG_PORT:-51820}
network=${WG_NETWORK:-10.66.0}
case $port in '' | *[!0-9]*) echo "WG_PORT is no number" >&2; exit 2 ;; esac
case $network in *[!0-9.]*) echo "WG_NETWORK is no beginning of a network" >&2; exit 2 ;; esac

echo "Installing WireGuard"
apt-get update -qq
apt-get install -y -qq wireguard nftables

umask 077
cd /etc/wireguard
[ -s server.key ] || wg genkey > server.key
[ -s client.key ] || wg genkey > client.key
server=$(wg pubkey < server.key)
client=$(wg pubkey < client.key)
outside=$(ip -o route show default | awk '{ print $5; exit }')
address=$(ip -o -4 addr show dev "$outside" scope global | awk '{ split($4, a, "/"); print a[1]; exit }')

cat > wg0.conf << CONF
[Interface]
Address = $network.1/24
ListenPort = $port
PrivateKey = $(cat server.key)
PostUp = nft add table ip wireguard; nft add chain ip wireguard post '{ type nat hook postrouting priority 100; }'; nft add rule ip wireguard post oifname "$outside" ip saddr $network.0/24 masquerade
PostDown = nft delete table ip wireguard

[Peer]
PublicKey = $client
AllowedIPs = $network.2/32
CONF
[ -e /root/wireguard-client.conf ] || cat > /root/wireguard-client.conf << CONF
[Interface]
Address = $network.2/24
PrivateKey = $(cat client.key)

[Peer]
PublicKey = $server
Endpoint = $address:$port
AllowedIPs = 0.0.0.0/0
PersistentKeepalive = 25
CONF

echo 'net.ipv4.ip_forward = 1' > /etc/sysctl.d/60-wireguard.conf
sysctl -q -p /etc/sysctl.d/60-wireguard.conf
systemctl enable wg-quick@wg0
systemctl restart wg-quick@wg0
echo "WireGuard listens on port $port; the client's configuration is /root/wireguard-client.conf"
