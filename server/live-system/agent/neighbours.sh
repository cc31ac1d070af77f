# wait_for_neighbours: switches announce themselves every 30 s: waits until every interface with a link has a neighbour, at most that long
# after lldpd was started (or as many seconds as `datahall.lldp=` of the kernel's arguments has).
wait_for_neighbours() {
  patience=$(tr ' ' '\n' < /proc/cmdline | sed -n 's/^datahall\.lldp=\([0-9]\{1,3\}\)$/\1/p' | head -n 1)
  until=$(($(line "$state/lldpd-since") + ${patience:-33}))
  while [ "$(seconds)" -lt "$until" ]; do
    report_nics > "$state/part.nics"
    ! jq -n -e -L "$here" --rawfile nics "$state/part.nics" --rawfile lldp "$state/part.lldp" \
      'include "report"; $nics | nics($lldp) | all(.[]; .link == false or .lldp != null)' > /dev/null || return 0
    sleep 2
  done
}
