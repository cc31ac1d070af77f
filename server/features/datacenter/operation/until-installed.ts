import type { operation } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { readLeases } from '../../../drivers/control-host/boot/kea.ts'
import { addressesOfMac } from '../../../protocols/kea/leases.ts'
import { pause } from '../../../shared/abort.ts'
import { msg } from '../../../shared/text.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { onServices } from '../location/services/on-services.ts'
import { begin } from './begin.ts'
import { answerJob } from './job.ts'
import { readOperation } from './record.ts'
import { untilAnswered, untilInTime } from './until.ts'

const MINUTE = 60_000
/** A system that was installed boots in this time, and is looked for each two seconds. */
const ANSWER_MS = 15 * MINUTE
const ANSWER_LOOK_MS = 2000
/** Each attempt to connect ends after this: TCP repeats one that is not answered after 8, 16 and more seconds only. */
const ANSWER_TRY_MS = 2000
/** An installer asks for its answer file within this time; those of Ubuntu fetch a medium of some gigabytes before. */
const FETCH_MS = 20 * MINUTE
const SSH_PORT = 22
const LEASES_MS = 20_000

/** An installer that the live system has started, where there is one, reports its end. */
export async function untilInstalled(t: TaskContext, id: number) {
  if ((await readOperation(id)).answer_hash === null) return
  t.progress(35, msg`Waiting for the installer`)
  await t.step('installed', (signal) => {
    const until = Date.now() + FETCH_MS
    return t.idle(() =>
      untilInTime(
        id,
        (now) => {
          if (now.installed_at !== null || now.status === 'ok') return true
          if (now.answer_count === 0 && now.ended_at === null && Date.now() > until)
            throw deviceRejected(msg`The installer was started and has not fetched its answer file`)
          return null
        },
        signal,
      ),
    )
  })
}

/** The installed system answers at its address, as its location reaches it. */
export async function untilAnswers(t: TaskContext, row: operation) {
  await begin(t, row.id, 'local_boot', 92, msg`Starting the installed system from its disk`)
  const [first] = (await answerJob(row, '')).address
  const address = first?.split('/')[0] ?? (await t.step('leased', (signal) => leasedBy(row, signal)))
  if (!address)
    return begin(t, row.id, 'answer', 99, msg`Whether the installed system answers is not known: no address of it is`)
  await t.step(
    'answer',
    (signal) => t.idle(() => untilAnswered(row.id, (either) => untilListens(row.location_id, address, either), signal)),
    { timeoutMs: ANSWER_MS },
  )
  await begin(t, row.id, 'answer', 99, msg`The installed system answers`)
}

/**
 * The address that the installed system most likely gets by DHCP: the one that its card has now. Ports that are moved lead to another network afterwards, of which
 * nothing is known.
 * @returns null when there is none, or the location cannot be asked
 */
async function leasedBy({ location_id, mac }: operation, signal: AbortSignal): Promise<string | null> {
  const { provisioning_vlan } = await db().prisma.location.findUniqueOrThrow({ where: { id: location_id } })
  if (provisioning_vlan !== null) return null
  const either = AbortSignal.any([signal, AbortSignal.timeout(LEASES_MS)])
  const leases = await onServices(location_id, either, (host) => readLeases(host, either, mac)).catch(() => [])
  signal.throwIfAborted()
  return addressesOfMac(leases, mac)[0] ?? null
}

/** Asks from the location: the panel need not reach its addresses. A control host that is away for a while is asked again. */
async function untilListens(location_id: number, address: string, signal: AbortSignal): Promise<void> {
  const listens = () =>
    onServices(location_id, signal, async ({ ssh }) => {
      let isLost = false
      void ssh.closed.then(() => {
        isLost = true
      })
      for (; !isLost; await pause(ANSWER_LOOK_MS, signal)) {
        const either = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_TRY_MS)])
        const line = await ssh.openTcp(address, SSH_PORT, either).catch(() => null)
        line?.destroy()
        if (line) return true
      }
      return false
    })
  while (!(await listens().catch(() => false))) await pause(ANSWER_LOOK_MS, signal)
}
