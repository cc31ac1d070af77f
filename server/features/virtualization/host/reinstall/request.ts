import type { host, os } from '../../../../../generated/prisma/client.ts'
import type { Context } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { HostReinstall } from '../../../../domain/host/schema.ts'
import { sizeError } from '../../../../domain/host/size.ts'
import { notFound, PanelError } from '../../../../domain/shared/errors.ts'
import { msg, type Text } from '../../../../shared/text.ts'
import { rejectReserved, systemFor } from '../../os/choose.ts'
import { ensureImage } from '../../os/tasks.ts'
import { queueScripts } from '../../recipe/after.ts'
import { plannedFor } from '../../recipe/run.ts'
import { claimHost, ownHost, queueHostTask } from '../claim.ts'
import { wantedSize } from '../domain-spec.ts'
import { rejectWhatIsMissing } from '../not-yet.ts'
import { keepPassword } from '../passwords.ts'
import { acceptsSystem } from '../placement.ts'
import { hostReinstallTask } from './task.ts'

const invalid = (words: Text) => new PanelError('invalid_input', msg`os: ${words}`, { value: 'os' })

/** Accepts a reinstallation: known obstacles are reported at once, and the present system stays as it is until the new one is ready. */
export async function reinstallHost(ctx: Context, id: number, body: HostReinstall) {
  rejectWhatIsMissing({ image: body.image })
  return ctx.mutate(async (work) => {
    const own = await work.tx.host.findFirst({ where: ownHost(ctx.actor, id) })
    if (!own) throw notFound(msg`VM`, id)
    const system = await systemOf(work, ctx, own, body.os)
    const planned = await plannedFor(work, ctx, body, {
      os: system.name,
      os_group: system.os_group,
      tags: system.tags,
    })
    const { row } = await claimHost(work, ctx, id, 'reinstall')
    const { node_id } = row
    if (node_id === null) throw new PanelError('wrong_state', msg`The VM has no node`)
    await checkSize(work, row, system)
    await acceptsSystem(work, row, system)
    const copy = await ensureImage(work, system, node_id, ctx.actor.isAdmin ? ctx.actor.account_id : null)
    if (body.comment !== undefined)
      await work.tx.host.update({ where: { id }, data: { comment: body.comment || null } })
    const task = await queueHostTask(work, ctx, row, {
      definition: hostReinstallTask,
      input: { host_id: id, os_id: system.id, copy },
      params: { os: system.name },
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

/** The system that is asked for, or the present one. */
async function systemOf(work: Work, ctx: Context, row: host, asked: number | undefined): Promise<os> {
  const id = asked ?? row.os_id
  if (id === null && row.os_name === null) throw invalid(msg`required: the id of a system of the catalogue`)
  if (id === null) throw invalid(msg`the system of the VM is no longer in the catalogue: choose another one`)
  if (id === row.os_id) rejectReserved(ctx.actor, await work.tx.os.findFirst({ where: { id, state: 'active' } }))
  const found = await systemFor(work, ctx.actor, id)
  if (!found && asked === undefined)
    throw invalid(msg`the system of the VM is no longer in the catalogue: choose another one`)
  if (!found) throw invalid(msg`system ${id} does not exist`)
  const { id: os_id, name } = found
  const home = await work.tx.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
  if (!(await work.tx.os_cluster.count({ where: { os_id, cluster_id: home.id } })))
    throw invalid(msg`${name} is not available on the cluster ${home.name}`)
  return found
}

async function checkSize(work: Work, row: host, system: os) {
  const wrong = sizeError(wantedSize(row), system)
  if (wrong) throw invalid(wrong.words)
  const main = await work.tx.disk.findFirst({ where: { host_id: row.id, is_main: true } })
  if (!main) throw new PanelError('wrong_state', msg`The VM has no main disk`)
  const size = Math.max(main.size_mib, main.size_mib_new ?? 0)
  if (size < system.hdd_mib_required)
    throw invalid(
      msg`${system.name} needs a disk of at least ${system.hdd_mib_required} MiB, and the main disk has ${size}: grow it first`,
    )
}
