#!/bin/sh
# First process of a lab: holds its PID namespace (when it dies the kernel kills the whole lab) and the panel's
# network namespace, in which the switch lives. Says "ready PID" with its PID as the machine sees it.
# Environment: LAB_ADDRESS (with prefix length).
set -eu
# /proc is still the machine's, and the shell itself opens the file, so this is our PID outside.
read -r pid _ < /proc/self/stat

ip link set lo up
ip link add lab0 address 02:da:7a:00:00:01 type bridge forward_delay 0 mcast_snooping 0
ip address add "$LAB_ADDRESS" dev lab0
ip link set lab0 up

echo "ready $pid"
exec >&2 3>&-
# A first process must reap what loses its parent; `wait` does that for every child, adopted ones too.
trap : HUP INT TERM
while :; do
  sleep 86400 &
  wait $! || true
done
