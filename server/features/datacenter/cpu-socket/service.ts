import type { Context } from '../../../api/context.ts'
import { rejectInUse, uniqueName, usedBy, writeEdit } from '../../../api/edit.ts'
import type { CpuSocketCreate, CpuSocketEdit } from '../../../domain/cpu-socket/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

const naming = { entity: 'cpu_socket', what: msg`CPU socket` } as const

export async function createCpuSocket(ctx: Context, body: CpuSocketCreate) {
  return uniqueName(msg`A CPU socket`, body.name, () =>
    ctx.mutate(async (work) => {
      const { id } = await work.tx.cpu_socket.create({ data: body })
      changed(work, { entity: 'cpu_socket', entity_id: id, event: 'create', data: { name: body.name } })
      return { id }
    }),
  )
}

export async function editCpuSocket(ctx: Context, id: number, body: CpuSocketEdit) {
  await uniqueName(msg`A CPU socket`, body.name, () =>
    ctx.mutate((work) => writeEdit(ctx, work, work.tx.cpu_socket, naming, id, body)),
  )
  return { id }
}

/** Refused while a platform uses it, saying which. */
export async function deleteCpuSocket(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    const [socket] = await work.sql<{ name: string }>('select name from cpu_socket where id = $1::int for update', [id])
    if (!socket) throw notFound(msg`CPU socket`, id)
    rejectInUse(msg`CPU socket`, socket.name, [
      await usedBy(work, 'platform', 'select name from platform where cpu_socket = $1::int', id),
    ])
    await work.tx.cpu_socket.delete({ where: { id } })
    changed(work, { entity: 'cpu_socket', entity_id: id, event: 'delete' })
  })
  return { id }
}
