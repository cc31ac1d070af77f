import { RUN, TFTP } from './places.ts'
import { checkWeb } from './render-nginx.ts'
import type { BootServices } from './types.ts'

/** At once, one file each, so below the 1024 that a process may have open; more clients get no answer and ask again. */
const TRANSFERS = 900

/**
 * Configuration of dnsmasq as TFTP server, and nothing else: no DNS (`port=0`), no DHCP. It reads, never writes.
 * @throws RangeError see {@link checkWeb}
 */
export function renderTftp(web: BootServices['web']): string {
  checkWeb(web)
  return `# Written by Datahall; changes are undone.
port=0
no-resolv
no-hosts
no-poll
bind-dynamic
${web.addresses.map((address) => `listen-address=${address}`).join('\n')}
enable-tftp
tftp-root=${TFTP}
tftp-max=${TRANSFERS}
quiet-tftp
user=nobody
group=nogroup
pid-file=${RUN}/dnsmasq.pid
log-facility=-
`
}
