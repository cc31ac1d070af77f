import type { host } from '../../../../../generated/prisma/client.ts'
import { db } from '../../../../db/pool.ts'
import { lockRow, type Work } from '../../../../db/transaction.ts'
import { PanelError, wrongState } from '../../../../domain/shared/errors.ts'
import type { DomainSpec } from '../../../../drivers/hypervisor/domain-types.ts'
import { msg } from '../../../../shared/text.ts'
import type { TaskContext } from '../../../../tasks/define.ts'
import { nodeConnection } from '../../node/connections.ts'
import { presentSpec } from '../define-again.ts'
import { judgeRow } from '../judge.ts'
import { GRACE_MS } from '../power-tasks.ts'

export type Begun = { already: boolean; running: boolean; node_id: number }

/** Judges the switch when its turn has come. Journalled: the record says otherwise once the switch is under way. */
export const begin = (t: TaskContext, host_id: number, action: 'rescue_on' | 'rescue_off'): Promise<Begun> =>
  t.stepTx('begin', async (work: Work) => {
    await lockRow(work, 'host', host_id)
    const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
    if (row.node_id === null) throw wrongState(msg`The VM has no node`)
    return { already: judgeRow(row, action), running: row.state === 'active', node_id: row.node_id }
  })

/** Shuts what runs down, or cuts its power after a minute; started again when a later step fails. */
export const switchOff = (t: TaskContext, row: host, { node_id, running }: Begun): Promise<boolean> =>
  t.step(
    'off',
    async (signal) => {
      const node = await nodeConnection(node_id, signal)
      if (running) {
        try {
          await node.shutdownDomain(row.internal_name, GRACE_MS, signal)
          return true
        } catch (fault) {
          if (!(fault instanceof PanelError) || fault.code !== 'device_rejected') throw fault
        }
      }
      await node.destroyDomain(row.internal_name, signal)
      return running
    },
    {
      retries: 1,
      timeoutMs: GRACE_MS + 60_000,
      undoUnfinished: true,
      undo: async (_, signal) => {
        if (running) await (await nodeConnection(node_id, signal)).startDomain(row.internal_name, signal)
      },
    },
  )

/** What the node shall run: the VM's own system, or the rescue system. */
export const specOf = async (host_id: number, rescue: host['rescue']): Promise<DomainSpec> => {
  const row = await db().prisma.host.findUniqueOrThrow({ where: { id: host_id } })
  return presentSpec({ ...row, rescue }, row.node_id ?? 0)
}
