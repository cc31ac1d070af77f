#!/bin/sh
# node-service.sh start|stop|kill libvirtd|lxd|ceph|sshd, inside a node. `kill` gives no chance to tidy up. Guests survive all.
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
  'start lxd')
    # Its containers are the node's own processes, so that their cgroups are below the node's.
    if [ -z "$(pids lxd)" ]; then lxd --group root --logfile /var/log/lxd/lxd.log > /var/log/lxd/out.log 2>&1 < /dev/null 3>&- & fi
    lxd waitready --timeout 300
    # A pool in a folder, and no network of its own: interfaces are put on the node's bridge.
    [ -d /var/lib/lxd/storage-pools/default ] || lxd init --preseed << 'S'
storage_pools:
  - name: default
    driver: dir
profiles:
  - name: default
    devices:
      root: {type: disk, path: /, pool: default}
S
    ;;
  'start ceph') sh /opt/lab/ceph.sh ;;
  'start sshd') [ -s /run/sshd.pid ] && [ -d "/proc/$(cat /run/sshd.pid)" ] || /usr/sbin/sshd -E /var/log/sshd.log ;;
  'stop libvirtd' | 'kill libvirtd') end libvirtd ;;
  'stop lxd' | 'kill lxd') end lxd ;;
  'stop ceph' | 'kill ceph') for part in ceph-mgr ceph-osd ceph-mon; do end "$part"; done ;;
  # Sessions too: a service that is down has no open ones.
  'stop sshd' | 'kill sshd') end sshd ;;
  *)
    echo "usage: node-service.sh start|stop|kill libvirtd|lxd|ceph|sshd" >&2
    exit 2
    ;;
esac
