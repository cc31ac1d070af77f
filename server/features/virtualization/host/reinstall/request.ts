import type { cluster, host } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import { orNone } from '../../../../api/edit.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { HostReinstall } from '../../../../domain/host/schema.ts'
import { sizeError } from '../../../../domain/host/size.ts'
import { invalidField, notFound, PanelError, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import type { System } from '../../image/system.ts'
import { ensureSystem, systemAsked } from '../../image/use.ts'
import { rejectReserved } from '../../os/choose.ts'
import { queueScripts } from '../../recipe/after.ts'
import { plannedFor } from '../../recipe/run.ts'
import { claimHost, ownHost, queueHostTask } from '../claim.ts'
import { wantedSize } from '../domain-spec.ts'
import { keepPassword } from '../passwords.ts'
import { acceptsSystem } from '../placement.ts'
import { hostReinstallTask } from './task.ts'

/** Accepts a reinstallation: known obstacles are reported at once, and the present system stays as it is until the new one is ready. */
export async function reinstallHost(ctx: Context, id: number, body: HostReinstall) {
  return ctx.mutate(async (work) => {
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
    if (!own) throw notFound(msg`VM`, id)
    const system = await systemOf(work, ctx, own, body)
    const planned = await plannedFor(work, ctx, body, {
      os: system.name,
      os_group: system.os_group,
      tags: system.tags,
    })
    const { row } = await claimHost(work, ctx, id, 'reinstall')
    const { node_id } = row
    if (node_id === null) throw wrongState(msg`The VM has no node`)
    await checkSize(work, row, system)
    await acceptsSystem(work, row, system)
    const copy = await ensureSystem(work, system, node_id, ctx.actor.isAdmin ? ctx.actor.account_id : null)
    const { comment, send_email_mode: mail_mode } = body
    if (comment !== undefined || mail_mode !== undefined)
      await work.tx.host.update({
        where: { id },
        data: { comment: orNone(comment), ...(mail_mode && { mail_mode }) },
      })
    const task = await queueHostTask(work, ctx, row, {
      definition: hostReinstallTask,
      input: { host_id: id, os_id: system.os_id, image_id: system.image?.id ?? null, copy },
      params: { os: system.name, ...(system.image && { image: system.image.name }) },
      ...(copy !== null && { after: copy, afterAny: true }),
    })
    if (body.password) await keepPassword(work, id, task.id, body.password)
    const scripts = await queueScripts(work, ctx, row, task.id, planned)
    return {
      id,
      task: task.consul_id,
      recipe_task_list: scripts,
      recipe_task: scripts[0] ?? null,
      spice_task: null,
    }
  })
}

/** What is asked for, or what the VM was made of. */
async function systemOf(work: Work, ctx: Context, row: host, { os, image }: HostReinstall): Promise<System> {
  const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
  if (os === undefined && image === undefined && row.image_name !== null) return sameImage(work, ctx, row, home)
  const id = os ?? (image === undefined ? row.os_id : null)
  if (image === undefined) {
    if (id === null && row.os_name === null)
      throw invalidField('os', msg`required: the id of a system of the catalogue`)
    if (id === null)
      throw invalidField('os', msg`the system of the VM is no longer in the catalogue: choose another one`)
    if (id === row.os_id) rejectReserved(ctx.actor, await work.tx.os.findFirst({ where: { id, state: 'active' } }))
    if (os === undefined && !(await work.tx.os.count({ where: { id, state: 'active' } })))
      throw invalidField('os', msg`the system of the VM is no longer in the catalogue: choose another one`)
  }
  const found = await systemAsked(work, ctx.actor, home, { os: id ?? undefined, image })
  if (!found) throw invalidField('os', msg`required: the id of a system of the catalogue`)
  return found
}

/** The image that the VM was made of, as long as its owner may still use it. */
async function sameImage(work: Work, ctx: Context, row: host, home: cluster): Promise<System> {
  const found =
    row.image_id === null
      ? null
      : await systemAsked(work, ctx.actor, home, { os: undefined, image: row.image_id }).catch((fault) => {
          if (fault instanceof PanelError && fault.code === 'invalid_input') return null
          throw fault
        })
  if (found) return found
  throw invalidField('image', msg`the image that the VM was made of is gone: choose a system or an image`)
}

async function checkSize(work: Work, row: host, system: System) {
  const field = system.image ? 'image' : 'os'
  const wrong = sizeError(wantedSize(row), system)
  if (wrong) throw invalidField(field, wrong.words)
  const main = await work.tx.disk.findFirst({ where: { host_id: row.id, is_main: true } })
  if (!main) throw wrongState(msg`The VM has no main disk`)
  const size = Math.max(main.size_mib, main.size_mib_new ?? 0)
  if (size < system.hdd_mib_required)
    throw invalidField(
      field,
      msg`${system.name} needs a disk of at least ${system.hdd_mib_required} MiB, and the main disk has ${size}: grow it first`,
    )
}
