import type { z } from 'zod'
import type { Context } from '../../../api/context.ts'
import { isUniqueViolation, type Work } from '../../../db/transaction.ts'
import type { repositoryCreate, repositoryEdit } from '../../../domain/repository/schema.ts'
import { notFound, PanelError } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { deleteTemplates } from '../../datacenter/os-template/save.ts'
import { storeIsos } from '../iso/save.ts'
import { deleteImages } from '../os/catalogue.ts'
import { storeOffered } from '../recipe/save.ts'
import { repositoryUpdateTask } from './tasks.ts'

const nameTaken = (name: string) =>
  new PanelError('already_exists', msg`A repository named ${name} already exists`, { value: 'name' })

/** Adds a repository and reads its index at once. */
export async function createRepository(ctx: Context, body: z.infer<typeof repositoryCreate>) {
  try {
    return await ctx.mutate(async (work, note) => {
      const row = await work.tx.repository.create({ data: body })
      note.entity_id = row.id
      changed(work, { entity: 'repository', entity_id: row.id, event: 'create' })
      const task = await read(work, ctx, row.id)
      return { id: row.id, tasks: [task] }
    })
  } catch (fault) {
    throw isUniqueViolation(fault, 'name') ? nameTaken(body.name) : fault
  }
}

export async function editRepository(ctx: Context, id: number, body: z.infer<typeof repositoryEdit>) {
  try {
    return await ctx.mutate(async (work) => {
      const { count } = await work.tx.repository.updateMany({
        where: { id, ...(ctx.expectedVersion !== null && { version: ctx.expectedVersion }) },
        data: { ...body, version: { increment: 1 } },
      })
      if (count === 0) {
        if ((await work.tx.repository.count({ where: { id } })) === 0) throw notFound(msg`Repository`, id)
        throw new PanelError('stale', msg`The repository was changed meanwhile: read it again`)
      }
      changed(work, { entity: 'repository', entity_id: id, event: 'update' })
      return { id, ...(body.url && { task: await read(work, ctx, id) }) }
    })
  } catch (fault) {
    throw isUniqueViolation(fault, 'name') ? nameTaken(body.name) : fault
  }
}

/** Removes a repository with its images and scripts; VMs keep running, without a reference to their image. */
export async function deleteRepository(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    if ((await work.tx.repository.count({ where: { id } })) === 0) throw notFound(msg`Repository`, id)
    const systems = await work.tx.os.findMany({ where: { repository_id: id }, select: { id: true } })
    const creating = await work.tx.host.count({
      where: { state: 'creating', os_id: { in: systems.map((os) => os.id) } },
    })
    if (creating > 0)
      throw new PanelError(
        'in_use',
        msg`${creating} VMs are being created from this repository: wait until they are ready`,
      )
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
