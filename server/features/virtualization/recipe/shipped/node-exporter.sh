#!/bin/sh
# Installs the node exporter of Prometheus. May be run again.
set -eu
export DEBIAN_FRONTEND=noninteractive
address=${LISTEN_ADDRESS:-:9100}
case $address in *[!A-Za-z0-9.:-]* | *\[*) echo "LISTEN_ADDRESS is no address and port" >&2; exit 2 ;; esac

echo "Installing the node exporter"
apt-get update -qq
apt-get install -y -qq --no-install-recommends prometheus-node-exporter
echo "ARGS=\"--web.listen-address=$address\"" > /etc/default/prometheus-node-exporter
systemctl enable prometheus-node-exporter
systemctl restart prometheus-node-exporter
echo "Figures are at $address/metrics"
