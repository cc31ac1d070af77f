import type { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { uniqueName, writeEdit } from '../../../api/edit.ts'
import { requireRow } from '../../../api/links.ts'
import type { Work } from '../../../db/transaction.ts'
import type { repositoryCreate, repositoryEdit } from '../../../domain/repository/schema.ts'
import { inUse } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { deleteTemplates } from '../../datacenter/os-template/save.ts'
import { storeIsos } from '../iso/save.ts'
import { deleteImages } from '../os/catalogue.ts'
import { storeOffered } from '../recipe/save.ts'
import { repositoryUpdateTask } from './tasks.ts'

/** Adds a repository and reads its index at once. */
export async function createRepository(ctx: Context, body: z.infer<typeof repositoryCreate>) {
  return uniqueName(msg`A repository`, body.name, () =>
    ctx.mutate(async (work) => {
      const row = await work.tx.repository.create({ data: body })
      changed(work, { entity: 'repository', entity_id: row.id, event: 'create' })
      const task = await read(work, ctx, row.id)
      return { id: row.id, tasks: [task] }
    }),
  )
}

export async function editRepository(ctx: Context, id: number, body: z.infer<typeof repositoryEdit>) {
  return uniqueName(msg`A repository`, body.name, () =>
    ctx.mutate(async (work) => {
      await writeEdit(ctx, work, work.tx.repository, { entity: 'repository', what: msg`Repository` }, id, body)
      return { id, ...(body.url && { task: await read(work, ctx, id) }) }
    }),
  )
}

/** Removes a repository with its images and scripts; VMs keep running, without a reference to their image. */
export async function deleteRepository(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    await requireRow(work, 'repository', msg`Repository`, id)
    const systems = await work.tx.os.findMany({ where: { repository_id: id }, select: { id: true } })
    const creating = await work.tx.host.count({
      where: { state: 'creating', os_id: { in: systems.map((os) => os.id) } },
    })
    if (creating > 0)
      throw inUse(msg`${creating} VMs are being created from this repository: wait until they are ready`)
    await deleteTemplates(work, id)
    await deleteImages(work, id)
    await storeIsos(work, id, [])
    await storeOffered(work, id, [])
    await work.tx.repository.delete({ where: { id } })
    changed(work, { entity: 'repository', entity_id: id, event: 'delete' })
  })
  return { id, deleted: [{ id }] }
}

async function read(work: Work, ctx: Context, id: number): Promise<number> {
  const options = { registry_id: id, entity: 'repository', account_id: ctx.actor.account_id }
  return (await enqueue(work, repositoryUpdateTask, { repository_id: id }, options)).consul_id
}
