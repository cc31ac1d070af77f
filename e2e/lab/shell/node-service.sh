#!/bin/sh
# node-service.sh start|stop|kill libvirtd|sshd, inside a node. `kill` gives no chance to tidy up. Guests survive all.
set -eu
action=$1
service=$2

pids() {
  for status in /proc/[0-9]*/comm; do
    [ "$(cat "$status" 2> /dev/null)" = "$1" ] || continue
    pid=${status#/proc/}
    pid=${pid%/comm}
    # A process that ended but was not reaped yet counts as gone.
    case $(sed 's/.*) //' "/proc/$pid/stat" 2> /dev/null) in '' | Z*) ;; *) echo "$pid" ;; esac
  done
}

end() {
  tries=0
  while found=$(pids "$1") && [ -n "$found" ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 250 ] || return 1
    # After two seconds of asking, insist.
    if [ "$action" = kill ] || [ "$tries" -gt 100 ]; then signal=KILL; else signal=TERM; fi
    # shellcheck disable=SC2086
    kill -s "$signal" $found 2> /dev/null || true
    sleep 0.02
  done
}

case "$action $service" in
  'start libvirtd')
    [ -n "$(pids virtlogd)" ] || virtlogd -d
    [ -n "$(pids libvirtd)" ] || libvirtd -d
    ;;
  'start sshd') [ -s /run/sshd.pid ] && [ -d "/proc/$(cat /run/sshd.pid)" ] || /usr/sbin/sshd -E /var/log/sshd.log ;;
  'stop libvirtd' | 'kill libvirtd') end libvirtd ;;
  # Sessions too: a service that is down has no open ones.
  'stop sshd' | 'kill sshd') end sshd ;;
  *)
    echo "usage: node-service.sh start|stop|kill libvirtd|sshd" >&2
    exit 2
    ;;
esac
