#!/bin/sh
# Security updates are installed every day. May be run again.
set -eu
export DEBIAN_FRONTEND=noninteractive
time=${REBOOT_TIME:-04:00}
case $time in [0-2][0-9]:[0-5][0-9]) ;; *) echo "REBOOT_TIME is no time such as 04:00" >&2; exit 2 ;; esac
reboot=false
[ "${REBOOT:-no}" = yes ] && reboot=true

echo "Installing unattended-upgrades"
apt-get update -qq
apt-get install -y -qq unattended-upgrades
cat > /etc/apt/apt.conf.d/20auto-upgrades << CONF
APT::Periodic::Update-Package-Lists "1";
APT::Periodic::Unattended-Upgrade "1";
CONF
cat > /etc/apt/apt.conf.d/60datahall-updates << CONF
Unattended-Upgrade::Automatic-Reboot "$reboot";
Unattended-Upgrade::Automatic-Reboot-Time "$time";
CONF
systemctl enable --now unattended-upgrades
echo "Security updates are installed every day"
