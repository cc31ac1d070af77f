#!/bin/sh
# Installs fail2ban for SSH. May be run again.
set -eu
export DEBIAN_FRONTEND=noninteractive
time=${BAN_TIME:-1h}
tries=${MAX_TRIES:-5}
ignored=${IGNORE_ADDRESSES:-}
case $time in *[!0-9a-z]*) echo "BAN_TIME is no time such as 1h" >&2; exit 2 ;; esac
case $tries in *[!0-9]*) echo "MAX_TRIES is no number" >&2; exit 2 ;; esac
case $ignored in *[!0-9A-Fa-f.:/\ ]*) echo "IGNORE_ADDRESSES has something else than addresses" >&2; exit 2 ;; esac

echo "Installing fail2ban"
apt-get update -qq
apt-get install -y -qq fail2ban python3-systemd
cat > /etc/fail2ban/jail.d/datahall.local << CONF
[DEFAULT]
bantime = $time
maxretry = $tries
ignoreip = 127.0.0.1/8 ::1 $ignored

[sshd]
enabled = true
backend = systemd
CONF
systemctl enable fail2ban
systemctl restart fail2ban
echo "Addresses are banned for $time after $tries failed attempts"
