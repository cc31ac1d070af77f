import { KEA_CONF, LFC, LOG, NGINX_CONF, RUN, TFTP_CONF, VAR } from './places.ts'
import type { Unit } from './types.ts'

/** Programs as they run in the foreground, and how each looks at its configuration. Kea looks at interfaces too, so where they are. */
export const COMMANDS: Record<Unit, { run: readonly string[]; check: readonly string[] }> = {
  dhcp: { run: ['kea-dhcp4', '-c', KEA_CONF], check: ['kea-dhcp4', '-t', KEA_CONF] },
  web: {
    run: ['nginx', '-c', NGINX_CONF, '-g', 'daemon off;'],
    check: ['nginx', '-t', '-q', '-c', NGINX_CONF],
  },
  tftp: {
    run: ['dnsmasq', '--keep-in-foreground', `--conf-file=${TFTP_CONF}`],
    check: ['dnsmasq', '--test', `--conf-file=${TFTP_CONF}`],
  },
}

/** Kea would write to folders of the distribution; newer ones accept paths below these alone. */
export const KEA_ENVIRONMENT: Readonly<Record<string, string>> = {
  KEA_PIDFILE_DIR: RUN,
  KEA_LOCKFILE_DIR: RUN,
  KEA_CONTROL_SOCKET_DIR: RUN,
  KEA_DHCP_DATA_DIR: VAR,
  KEA_LOG_FILE_DIR: LOG,
  KEA_LFC_EXECUTABLE: LFC,
}
