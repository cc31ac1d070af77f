import type { Context } from '../../../api/context.ts'
import { stale } from '../../../api/edit.ts'
import type { Work } from '../../../db/transaction.ts'
import { hardwareReport } from '../../../domain/operation/report.ts'
import { notFound, type PanelError, refused, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

const what = msg`Machine`

/** @param value field of the body that names the place */
export const elsewhere = (value: string) => refused(msg`This machine has booted in another location`, value)

type Claimed = { mac: string; macs: string[]; location_id: number; serial: string; report: unknown }

/** Takes a machine that waits, as it was looked at; a second who wants it waits for the first, and is told. */
export async function claimMachine(work: Work, ctx: Context, id: number) {
  const [row] = await work.sql<Claimed>(
    `update machine set version = version + 1 where id = $1::int and state = 'waiting' and report is not null and ($2::int is null or version = $2::int)
     returning mac, macs, location_id, serial, report`,
    [id, ctx.expectedVersion],
  )
  if (!row) throw await whyNot(work, id)
  return { ...row, report: hardwareReport.parse(row.report) }
}

async function whyNot(work: Work, id: number): Promise<PanelError> {
  const row = await work.tx.machine.findUnique({ where: { id } })
  if (!row) return notFound(what, id)
  if (row.state === 'adopted') return wrongState(msg`This machine is a server already`)
  if (row.state === 'ignored')
    return wrongState(msg`This machine is ignored: take it back first, and let it boot again`)
  if (row.report === null)
    return wrongState(msg`This machine has not reported its hardware yet: let it boot from the network`)
  return stale(what, id)
}

/** A machine is a server from now on. */
export async function settleMachine(work: Work, id: number, server_id: number) {
  await work.sql(`update machine set state = 'adopted', server_id = $2::int where id = $1::int returning id`, [
    id,
    server_id,
  ])
  changed(work, { entity: 'machine', entity_id: id, event: 'update', data: { server: server_id } })
}
