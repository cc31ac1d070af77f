import type { operation } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import { deviceRejected } from '../../../../domain/shared/errors.ts'
import { pause } from '../../../../shared/abort.ts'
import { msg, quote } from '../../../../shared/text.ts'
import type { TaskContext } from '../../../../tasks/define.ts'
import { begin } from '../begin.ts'
import { putBack } from './back.ts'
import { putIntoProvisioning } from './into.ts'
import { holdsPorts } from './rows.ts'

/** Of all ports of a server, with the times that switches are waited for. */
export const PORTS_MS = 10 * 60_000
/** The live system has the answer to its last report in this time, and leaves. */
const LEAVE_MS = 3000

/** Where the location wants it: the ports of the server are in its provisioning VLAN from now on. */
export async function portsIn(t: TaskContext, { id, server_id, location_id }: operation) {
  const vlan = await t.step('provisioning_vlan', async () => {
    const location = await db().prisma.location.findUniqueOrThrow({ where: { id: location_id } })
    return location.provisioning_vlan
  })
  if (vlan === null) return
  await begin(t, id, 'ports', 3, msg`Putting the switch ports of the server into the provisioning VLAN ${vlan}`)
  await t.step('ports', (signal) => putIntoProvisioning({ id, server_id }, vlan, signal), {
    retries: 2,
    timeoutMs: PORTS_MS,
  })
}

/** The work is done: what follows happens in the server's own network. Without it an installed system would not be reached. */
export async function portsOut(t: TaskContext, { id, type }: operation) {
  if (!(await t.step('ports_held', () => holdsPorts(id)))) return
  await begin(t, id, 'ports_back', 91, msg`Putting the switch ports of the server back into their VLANs`)
  const { left, failed } = await t.step(
    'ports_back',
    async (signal) => {
      await pause(LEAVE_MS, signal)
      return putBack({ operation_id: id }, signal)
    },
    { timeoutMs: PORTS_MS },
  )
  if (left) await begin(t, id, 'ports_back', 91, quote(left), 2)
  if (failed && type === 'install') throw deviceRejected(quote(failed))
}
