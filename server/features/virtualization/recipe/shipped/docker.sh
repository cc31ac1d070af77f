#!/bin/sh
# Installs Docker and Compose. May be run again.
set -eu
export DEBIAN_FRONTEND=noninteractive
user=${DOCKER_USER:-}

echo "Installing Docker"
apt-get update -qq
apt-get install -y -qq docker.io
# The package of Compose is named differently by distributions.
apt-get install -y -qq docker-compose-v2 || apt-get install -y -qq docker-compose
systemctl enable --now docker
if [ -n "$user" ]; then
  id -- "$user" > /dev/null
  usermod -aG docker -- "$user"
  echo "$user may use Docker from the next sign-in on"
fi
docker version --format 'Docker {{.Server.Version}} runs'
