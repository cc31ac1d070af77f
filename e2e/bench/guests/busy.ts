import { guestSays } from '../../support/guest-command.ts'
import { GUEST_PASSWORD } from '../../support/slice.ts'

const LOG = '/run/busy'
/** Writes 1 MiB to the disk again and again and notes when each was there: seconds since the guest's start. */
const WRITE = `( while [ -e ${LOG}.on ]; do dd if=/dev/zero of=/root/busy bs=64k count=16 conv=notrunc,fsync 2>/dev/null
cut -d' ' -f1 /proc/uptime >> ${LOG}; done ) > /dev/null 2>&1 < /dev/null &`

/** A guest that does nothing but write to its disk, until `stop`. */
export async function startBusy(address: string) {
  const says = (command: string) => guestSays(address, GUEST_PASSWORD, command)
  await says(`touch ${LOG}.on; : > ${LOG}; ${WRITE}`)
  return {
    /** Now, on the guest's clock. */
    now: async () => Number((await says('cat /proc/uptime')).split(' ')[0]),
    async stop(): Promise<number[]> {
      await says(`rm ${LOG}.on`)
      return (await says(`cat ${LOG}`)).split('\n').map(Number)
    },
  }
}

/** MiB a second that were written between two moments of the guest's clock. */
export function pace(written: readonly number[], from: number, until: number): number {
  return written.filter((at) => at >= from && at < until).length / (until - from)
}
