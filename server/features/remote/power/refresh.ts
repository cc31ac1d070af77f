import type { Work } from '../../../db/transaction.ts'
import { type PowerStatus, powerStatusOf } from '../../../domain/server/power.ts'
import type { OutletPower } from '../../../drivers/pdu/types.ts'
import { changed } from '../../../events/changes.ts'
import { readOfController, readOrUnknown } from '../../datacenter/device/reading.ts'
import { notePower } from './history.ts'

type Row = {
  id: number
  owner_id: number | null
  power_status: string
  power_task: number | null
  outlets: OutletPower[]
  controller: PowerStatus | null
}

/** Works out anew whether servers are on, after something about their outlets or their controller has changed. */
export async function refreshPower(work: Work, server_ids: readonly number[]): Promise<void> {
  if (server_ids.length === 0) return
  const ids = [...new Set(server_ids)]
  // Locked first, in a fixed order: of two concurrent calls for one server, the second sees what the first has written.
  await work.sql('select id from server where id = any($1::int[]) order by id for no key update', [ids])
  const servers = await work.sql<Row>(
    `select s.id, s.owner_id, s.power_status, s.power_task,
            array(select ${readOrUnknown('d', 'p', 'power_status')} from pdu_connection k
                    join pdu_port p on p.id = k.pdu_port_id join pdu d on d.id = p.pdu_id where k.server_id = s.id) as outlets,
            (select ${readOfController('i', 'power_status')} from ipmi i where i.server_id = s.id) as controller
       from server s where s.id = any($1::int[])`,
    [ids],
  )
  for (const { id, owner_id, power_status: before, power_task, outlets, controller } of servers) {
    const power_status = powerStatusOf(outlets, controller)
    if (power_status === before) continue
    await work.tx.server.update({ where: { id }, data: { power_status } })
    // What a task does to it is the task's entry in the history.
    if (power_task === null) await notePower(work, { server_id: id, before, after: power_status })
    changed(work, { entity: 'server', entity_id: id, event: 'update', data: { power_status }, account_id: owner_id })
  }
}
