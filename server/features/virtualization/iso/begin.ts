import type { Actor, Context } from '../../../api/context.ts'
import { requireLink, requireLinks, requireRow } from '../../../api/links.ts'
import type { Work } from '../../../db/transaction.ts'
import type { IsoFetch } from '../../../domain/iso/schema.ts'
import { forbidden, invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { isoChanged } from './changes.ts'
import { isoFetchTask } from './fetch-task.ts'
import { requireQuota } from './limits.ts'

/** What a person says of an image. */
export type About = {
  name?: string | undefined
  os_type?: string | undefined
  tags?: string[] | undefined
  comment?: string | undefined
  for_all?: boolean | undefined
  clusters?: number[] | undefined
}
type Wanted = About & {
  fallbackName: string
  repository_id?: number | null
  account_id?: number | null
  size_bytes?: number
}

/** @throws PanelError `forbidden` for what only administrators may say of an image */
export function requireAdminFor(actor: Actor, { for_all, clusters }: About): void {
  if (actor.isAdmin) return
  if (for_all) throw forbidden(msg`Only administrators give ISO images to all accounts`, 'for_all')
  if (clusters && clusters.length > 0)
    throw forbidden(msg`Only administrators choose the clusters of an ISO image`, 'clusters')
}

/** Writes the clusters of an image. @throws PanelError `invalid_input` when one is not there or runs containers */
export async function storeClusters(work: Work, iso_id: number, clusters: readonly number[]): Promise<void> {
  const wanted = await requireLinks(work, 'cluster', msg`Cluster`, 'clusters', clusters)
  const containers = await work.tx.cluster.findFirst({ where: { id: { in: wanted }, virtualization_type: 'lxd' } })
  if (containers)
    throw invalidInput(
      msg`The cluster ${containers.name} runs containers, which have no drive for ISO images`,
      'clusters',
    )
  await work.tx.iso_cluster.deleteMany({ where: { iso_id } })
  await work.tx.iso_cluster.createMany({ data: wanted.map((cluster_id) => ({ iso_id, cluster_id })) })
}

/** Makes the record of an image of the caller, or of a repository. */
export async function createIso(
  work: Work,
  actor: Actor,
  { fallbackName, repository_id = null, account_id, size_bytes, ...about }: Wanted,
  data: Partial<Parameters<Work['tx']['iso']['create']>[0]['data']> & { state: string },
) {
  requireAdminFor(actor, about)
  await requireLink(work, 'repository', msg`Repository`, 'repository_id', repository_id)
  const owner = repository_id !== null ? null : (account_id ?? actor.account_id)
  if (owner === actor.account_id) await requireQuota(work, actor, size_bytes ?? 0)
  const row = await work.tx.iso.create({
    data: {
      name: (about.name ?? fallbackName).slice(0, 255),
      account_id: owner,
      repository_id,
      // What a repository has is for all, as systems are.
      for_all: about.for_all ?? repository_id !== null,
      os_group: about.os_type || 'other',
      tags: about.tags ?? [],
      comment: about.comment ?? null,
      ...(size_bytes !== undefined && { size_bytes: BigInt(size_bytes) }),
      ...(data as object),
      state: data.state,
    },
  })
  if (about.clusters) await storeClusters(work, row.id, about.clusters)
  isoChanged(work, row, 'create')
  return row
}

type Fetch = Omit<IsoFetch, 'sha256'> & {
  sha256?: string | undefined
  repository_id?: number | null
  account_id?: number
}

/** Begins to fetch an image from an address; answers its record and task. */
export async function beginFetch(work: Work, actor: Actor, { url, sha256, ...about }: Fetch) {
  const row = await createIso(
    work,
    actor,
    { ...about, fallbackName: nameOf(url) },
    { state: 'downloading', source: url, external: !about.repository_id, sha256: sha256 ?? null },
  )
  const task = await queueFetch(work, row, actor.isAdmin)
  return { row, task }
}

/** Queues the fetching of an image, once. */
export async function queueFetch(
  work: Work,
  row: { id: number; account_id: number | null },
  anywhere: boolean,
): Promise<number> {
  const dedupeKey = `iso_fetch:${row.id}`
  const options = { registry_id: row.id, entity: 'iso', account_id: row.account_id, dedupeKey }
  const made = await enqueue(work, isoFetchTask, { iso_id: row.id, anywhere, account_id: row.account_id }, options)
  if (made) return made.id
  const known = await work.tx.task.findUniqueOrThrow({ where: { dedupe_key: dedupeKey }, select: { id: true } })
  return known.id
}

/** Name of the file that an address ends with. */
function nameOf(url: string): string {
  const last = new URL(url).pathname.split('/').filter(Boolean).at(-1) ?? ''
  let text = last
  try {
    text = decodeURIComponent(last)
  } catch {
    // Not a valid escape: as it is.
  }
  return text.replace(/[\p{Cc}\p{Cs}]/gu, '').trim() || new URL(url).hostname
}

/** Fetches an image from an address into the library of the caller. */
export const fetchIso = (ctx: Context, body: IsoFetch) =>
  ctx.mutate(async (work) => {
    const { row, task } = await beginFetch(work, ctx.actor, body)
    return { id: row.id, task }
  })

/** Fetches an image from an address into a repository, for all accounts. */
export const fetchIntoRepository = (ctx: Context, repository_id: number, url: string) =>
  ctx.mutate(async (work) => {
    await requireRow(work, 'repository', msg`Repository`, repository_id)
    const { row, task } = await beginFetch(work, ctx.actor, { url, repository_id })
    return { id: row.id, task }
  })
