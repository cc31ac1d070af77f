import type { host, iso } from '../../../../../generated/prisma/client.ts'
import type { Actor, Context } from '../../../../api/context.ts'
import { requireLink } from '../../../../api/links.ts'
import type { Work } from '../../../../db/transaction.ts'
import type { IsoMount } from '../../../../domain/iso/schema.ts'
import {
  forbidden,
  invalidInput,
  missingLink,
  notFound,
  refused,
  wrongState,
} from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { enqueue } from '../../../../tasks/enqueue.ts'
import { beginFetch, queueFetch } from '../../iso/begin.ts'
import { claimHost, holdHost, hostChanged, noteHistory, ownHost, queueHostTask } from '../claim.ts'
import { requireCapability } from '../placement.ts'
import { isoMountTask } from './mount-task.ts'
import { isoPrepareTask } from './prepare-task.ts'

const actionOf = (reboot: boolean) => (reboot ? 'iso_boot' : 'iso_mount')

/** Puts an image into the drive of a VM: one of the library, or one that is fetched from an address first. */
export async function mountIso(ctx: Context, id: number, { image, url, reboot, repository_id, ...about }: IsoMount) {
  const said = Object.entries({ ...about, repository_id }).find(([, value]) => value !== undefined)?.[0]
  if (image !== undefined && said)
    throw invalidInput(msg`It is said of an image that is fetched by its address; this one is in the library`, said)
  return ctx.mutate(async (work) => {
    // Who may not see the VM learns nothing of images, and what is wrong about the request comes before what is wrong about the moment.
    if ((await work.tx.host.count({ where: ownHost(ctx.actor, id) })) === 0) throw notFound(msg`VM`, id)
    const wanted = image === undefined ? null : await findImage(work, ctx.actor, image)
    await requireLink(work, 'repository', msg`Repository`, 'repository_id', repository_id)
    const row = await holdForMount(work, ctx, id, reboot)
    const fetched = url === undefined ? null : await fetchFor(work, ctx, row, { url, repository_id, ...about })
    const found = fetched?.row ?? requireReady(wanted)
    if (!fetched) await rejectUnfit(work, found, row)
    const there = await work.tx.iso_node.count({ where: { iso_id: found.id, node_id: row.node_id ?? 0 } })
    const task =
      there > 0 && found.state === 'ready'
        ? await mountNow(work, ctx, row, found, reboot)
        : await prepare(work, ctx, row, found, reboot, fetched?.task ?? (await bring(work, ctx.actor, found)))
    return { id, task }
  })
}

/** A VM that can get an image now: its cluster and node have drives, its owner may, and the drive is empty. */
export async function holdForMount(work: Work, ctx: Context, id: number, reboot: boolean): Promise<host> {
  const row = await holdHost(work, ctx, id, actionOf(reboot))
  await requireCapability(work, row, 'iso')
  const cluster = await work.tx.cluster.findUniqueOrThrow({ where: { id: row.cluster_id } })
  if (!ctx.actor.isAdmin && !cluster.iso_enabled)
    throw forbidden(msg`ISO images are not enabled on the cluster of the VM: ask an administrator`, 'iso_enabled')
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  const present = await work.tx.host_iso.findUnique({ where: { host_id: id } })
  if (present) throw wrongState(msg`The VM has an ISO image already: eject it first`, present.status)
  return row
}

/** An image that the caller may see. Others answer like absent ones. */
async function findImage(work: Work, actor: Actor, image: number): Promise<iso> {
  // Held: an image that is being mounted is not deleted.
  await work.sql('select id from iso where id = $1::int for share', [image])
  const found = await work.tx.iso.findFirst({
    where: { id: image, ...(!actor.isAdmin && { OR: [{ account_id: actor.account_id }, { for_all: true }] }) },
  })
  if (!found) throw missingLink('image', msg`ISO image`, image)
  return found
}

function requireReady(found: iso | null): iso {
  if (!found) throw new Error('neither an image nor an address')
  if (found.state !== 'ready' && found.state !== 'offered')
    throw wrongState(msg`The ISO image is not ready: it cannot be mounted yet`, found.state)
  return found
}

async function rejectUnfit(work: Work, { id, name }: iso, { cluster_id }: host): Promise<void> {
  const clusters = await work.tx.iso_cluster.findMany({ where: { iso_id: id } })
  if (clusters.length > 0 && !clusters.some((one) => one.cluster_id === cluster_id))
    throw refused(msg`The ISO image ${name} is not for the cluster of the VM`, 'image')
}

type Fetched = { url: string; repository_id?: number | undefined } & Record<string, unknown>

/** What is fetched belongs to the owner of the VM, or to a repository. */
function fetchFor(work: Work, { actor }: Context, { account_id }: host, { repository_id, ...rest }: Fetched) {
  if (repository_id !== undefined && !actor.isAdmin)
    throw forbidden(msg`Only administrators fetch ISO images into a repository`, 'repository_id')
  return beginFetch(work, actor, { ...rest, account_id, repository_id: repository_id ?? null })
}

/** Fetches an image that its repository only offers; null for one that is on the panel. */
const bring = async (work: Work, actor: Actor, found: iso): Promise<number | null> =>
  found.state === 'offered' ? queueFetch(work, found, actor.isAdmin) : null

async function mountNow(work: Work, ctx: Context, row: host, found: iso, reboot: boolean): Promise<number> {
  const claimed = await claimHost(work, { ...ctx, expectedVersion: null }, row.id, actionOf(reboot))
  await work.tx.host_iso.create({ data: { host_id: row.id, iso_id: found.id, status: 'ready', reboot } })
  const task = await queueHostTask(work, ctx, claimed.row, {
    definition: isoMountTask,
    input: { host_id: row.id, reboot },
    params: { iso: found.name, reboot },
  })
  return task.consul_id
}

/**
 * Puts the image on the node first, which other actions on the VM need not wait for; then the mounting takes its place in the queue.
 * @param after task that brings the image to the panel
 */
export async function prepare(
  work: Work,
  { actor }: Context,
  row: host,
  found: Pick<iso, 'id' | 'name'>,
  reboot: boolean,
  after: number | null,
): Promise<number> {
  const by = { account_id: actor.account_id, isAdmin: actor.isAdmin, email: actor.email }
  const task = await enqueue(
    work,
    isoPrepareTask,
    { host_id: row.id, iso_id: found.id, node_id: row.node_id ?? 0, reboot, by },
    {
      registry_id: row.id,
      entity: 'host',
      account_id: row.account_id,
      ...(after !== null && { after, afterAny: true }),
    },
  )
  const data = { host_id: row.id, iso_id: found.id, status: 'downloading', reboot, task: task.id }
  await work.tx.host_iso.create({ data })
  const params = { iso: found.name, reboot }
  await noteHistory(work, { host_id: row.id, name: isoPrepareTask.name, user: actor.email, task: task.id, params })
  hostChanged(work, row)
  return task.consul_id
}
