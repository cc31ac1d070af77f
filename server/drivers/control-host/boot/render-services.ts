import { quoteCommand } from '../../../protocols/ssh/quote.ts'
import { COMMANDS, KEA_ENVIRONMENT } from './commands.ts'
import { ETC, LOG, RUN, SERVICES, WEB_ACCOUNT } from './places.ts'
import { type PlannedFile, type Unit, units } from './types.ts'

const cases = (of: 'run' | 'check') =>
  units.map((unit) => `    ${unit}) exec $free ${quoteCommand(COMMANDS[unit][of])} ;;`).join('\n')

/** Profiles of AppArmor go by the path of a program, and those of distributions allow its own folders alone. */
const FREE = `free=
[ ! -d /sys/kernel/security/apparmor ] || ! command -v aa-exec > /dev/null || free='aa-exec -p unconfined --'`

/** Program by which Kea cleans its lease file up. */
export const renderLfc = (): string => `#!/bin/sh
# Written by Datahall; changes are undone.
set -eu
export PATH=/usr/sbin:/usr/bin:/sbin:/bin
${FREE}
exec $free kea-lfc "$@"
`

/**
 * Program for sh that runs the services: `exec` and `check` become one of them; `start`, `stop` and `state` keep it running where no systemd does, by
 * `supervise`, which starts it anew whenever it ends. A pid file is believed only when its process runs with our files.
 */
export const renderServices = (): string => `#!/bin/sh
# Written by Datahall; changes are undone. services.sh exec|check|start|stop|state|supervise dhcp|web|tftp
set -eu
run=${RUN}
log=${LOG}
export PATH=/usr/sbin:/usr/bin:/sbin:/bin ${quoteCommand(Object.entries(KEA_ENVIRONMENT).map((pair) => pair.join('=')))}
${FREE}

# alive NAME: prints the process of a pid file when it is one of ours and has not ended.
alive() {
  pid=$(cat "$run/$1.pid" 2> /dev/null) || return 1
  case $pid in '' | *[!0-9]*) return 1 ;; esac
  tr '\\0' ' ' < "/proc/$pid/cmdline" 2> /dev/null | grep -qF ${ETC}/ || return 1
  echo "$pid"
}

# A log is for the last faults, and must not fill the disk.
trim() {
  size=$(stat -c %s "$log/$1.log" 2> /dev/null) || return 0
  [ "$size" -lt 1048576 ] || : > "$log/$1.log"
}

supervise() {
  echo $$ > "$run/$1.supervisor.pid"
  child=
  over=
  trap 'over=yes; [ -z "$child" ] || kill "$child" 2> /dev/null || :' TERM INT HUP
  wait_s=1
  while [ -z "$over" ]; do
    trim "$1"
    began=$(date +%s)
    sh "$0" exec "$1" >> "$log/$1.log" 2>&1 < /dev/null &
    child=$!
    echo "$child" > "$run/$1.pid"
    # A signal ends a wait before the child has ended.
    while kill -0 "$child" 2> /dev/null; do wait "$child" || :; done
    rm -f "$run/$1.pid"
    [ -z "$over" ] || break
    if [ $(($(date +%s) - began)) -gt 30 ]; then wait_s=1; elif [ "$wait_s" -lt 30 ]; then wait_s=$((wait_s * 2)); fi
    sleep "$wait_s" &
    child=$!
    wait "$child" || :
    kill "$child" 2> /dev/null || :
  done
  rm -f "$run/$1.supervisor.pid"
}

# end NAME: asks a process to end, and insists after ten seconds.
end() {
  tries=0
  while pid=$(alive "$1"); do
    if [ "$tries" -lt 100 ]; then signal=TERM; else signal=KILL; fi
    [ "$tries" -ne 0 ] && [ "$tries" -ne 100 ] || kill -s "$signal" "$pid" 2> /dev/null || :
    [ "$tries" -lt 150 ] || return 1
    tries=$((tries + 1))
    sleep 0.1
  done
  rm -f "$run/$1.pid"
}

case "$1 $2" in *[!a-z\\ ]*) exit 2 ;; esac
case $1 in
  exec) case $2 in
${cases('run')}
  esac ;;
  check) case $2 in
${cases('check')}
  esac ;;
  start)
    alive "$2.supervisor" > /dev/null && exit 0
    # One that a killed supervisor left holds the ports.
    end "$2"
    setsid sh "$0" supervise "$2" > /dev/null 2>&1 < /dev/null &
    ;;
  stop) end "$2.supervisor" && end "$2" ;;
  state)
    trim "$2"
    echo "supervisor $(alive "$2.supervisor" || echo 0)"
    echo "daemon $(alive "$2" || echo 0)"
    ;;
  supervise) supervise "$2" ;;
esac
`

/** Name of a service where systemd runs it. */
export const unitName = (unit: Unit) => `datahall-boot-${unit}.service`

const purposes: Record<Unit, string> = { dhcp: 'DHCP', web: 'web server', tftp: 'TFTP' }

/** What each may do beside reading: bind low ports, send frames, change its user, write to folders of others as root does. */
const capabilities: Record<Unit, string> = {
  dhcp: 'CAP_NET_BIND_SERVICE CAP_NET_RAW CAP_DAC_OVERRIDE',
  web: 'CAP_NET_BIND_SERVICE CAP_SETUID CAP_SETGID CAP_CHOWN CAP_DAC_OVERRIDE CAP_KILL',
  tftp: 'CAP_NET_BIND_SERVICE CAP_NET_ADMIN CAP_NET_RAW CAP_SETUID CAP_SETGID CAP_SETPCAP CAP_CHOWN CAP_DAC_OVERRIDE CAP_KILL',
}

/** Unit files, and the entry that makes the folder of sockets when the host starts. @param user account of the panel's connection */
export function renderUnits(user: string): PlannedFile[] {
  if (!/^[a-z_][a-z0-9_-]{0,31}$/i.test(user)) throw new RangeError(`Not an account name: ${JSON.stringify(user)}`)
  const files = units.map((unit) => ({
    path: `/etc/systemd/system/${unitName(unit)}`,
    mode: 0o644,
    content: `# Written by Datahall; changes are undone.
[Unit]
Description=Datahall boot services: ${purposes[unit]}
Wants=network-online.target
After=network-online.target
StartLimitIntervalSec=0

[Service]
ExecStart=/bin/sh ${SERVICES} exec ${unit}
Restart=always
RestartSec=5
CapabilityBoundingSet=${capabilities[unit]}
ProtectSystem=strict
ReadWritePaths=/var/lib/datahall/boot -${RUN}
ProtectHome=yes
PrivateTmp=yes
PrivateDevices=yes
ProtectKernelModules=yes
ProtectKernelTunables=yes
ProtectControlGroups=yes
RestrictRealtime=yes
LockPersonality=yes
LimitCORE=0

[Install]
WantedBy=multi-user.target
`,
  }))
  const folder = `d ${RUN.replace(/\/[^/]+$/, '')} 0755 root root -\nd ${RUN} 0750 ${user} ${WEB_ACCOUNT} -\n`
  return [...files, { path: '/etc/tmpfiles.d/datahall-boot.conf', mode: 0o644, content: folder }]
}
