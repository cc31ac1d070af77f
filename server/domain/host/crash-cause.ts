import { msg } from '../../shared/text.ts'

/** Lines that libvirt itself writes into a log of QEMU: starts, command lines, ends. */
const routine =
  /^(\d{4}-\d\d-\d\d .*(starting up|shutting down|char device|Domain id)|char device redirected|[A-Z_]+=|\/|-|\s|qemu-system-\S+: terminating on signal)/

const LONGEST = 300

/** The last line of a hypervisor's log that explains why a VM ended, or null. */
export function crashCause(log: string): string | null {
  const said = log
    .split('\n')
    .filter((line) => line.trim() !== '' && !routine.test(line))
    .at(-1)
    ?.trim()
  return said ? said.slice(0, LONGEST) : null
}

/** Text about a crash; the log line of the hypervisor follows after a colon. */
export const CRASH_NOTICE = msg`The hypervisor reports that the VM crashed`.toString()

/** The reason alone, for where the state is named already; null when there is none. */
export const crashReason = (msg: string): string | null =>
  msg === CRASH_NOTICE ? null : msg.startsWith(`${CRASH_NOTICE}: `) ? msg.slice(CRASH_NOTICE.length + 2) : msg
