import type { Context } from '../../../api/context.ts'
import { stale } from '../../../api/edit.ts'
import type { Work } from '../../../db/transaction.ts'
import { notFound, type PanelError, wrongState } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

const what = msg`Machine`

/** Keeps a machine away: it is sent off, and the DHCP server answers it no more. */
export const ignoreMachine = (ctx: Context, id: number) => move(ctx, id, 'waiting', 'ignored')

/** It may boot again, and waits then. */
export const takeMachineBack = (ctx: Context, id: number) => move(ctx, id, 'ignored', 'waiting')

const move = (ctx: Context, id: number, from: 'waiting' | 'ignored', to: 'waiting' | 'ignored') =>
  ctx.mutate(async (work) => {
    const [row] = await work.sql(
      'update machine set state = $3, version = version + 1 where id = $1::int and state = $2 and ($4::int is null or version = $4::int) returning id',
      [id, from, to, ctx.expectedVersion],
    )
    if (!row) throw await whyNotMoved(work, id, from)
    changed(work, { entity: 'machine', entity_id: id, event: 'update', data: { state: to } })
    return { id }
  })

async function whyNotMoved(work: Work, id: number, from: string): Promise<PanelError> {
  const row = await work.tx.machine.findUnique({ where: { id } })
  if (!row) return notFound(what, id)
  if (row.state === from) return stale(what, id)
  if (row.state === 'adopted') return wrongState(msg`This machine is a server already`)
  return row.state === 'ignored'
    ? wrongState(msg`This machine is ignored already`)
    : wrongState(msg`This machine is not ignored`)
}
