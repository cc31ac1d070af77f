#!/bin/sh
# Installs Redis for programs of this VM. May be run again.
set -eu
export DEBIAN_FRONTEND=noninteractive
half=$(($(awk '/^MemTotal/ { print $2 }' /proc/meminfo) / 2048))
memory=${REDIS_MEMORY_MB:-$half}
policy=${REDIS_POLICY:-noeviction}
case $memory in '' | *[!0-9]*) echo "REDIS_MEMORY_MB is no number" >&2; exit 2 ;; esac

echo "Installing Redis"
apt-get update -qq
apt-get install -y -qq redis-server
set_to() {
  sed -i "/^[# ]*$1 /d" /etc/redis/redis.conf
  echo "$1 $2" >> /etc/redis/redis.conf
}
set_to maxmemory "${memory}mb"
set_to maxmemory-policy "$policy"
systemctl enable redis-server
systemctl restart redis-server
redis-cli ping
echo "Redis uses at most $memory MB"
