import type { Context } from '../../../api/context.ts'
import { requireLink } from '../../../api/links.ts'
import type { Work } from '../../../db/transaction.ts'
import type { OfferedIso } from '../../../domain/iso/schema.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { isoChanged, updateIso } from './changes.ts'

/** Stores the catalogue of ISO images that a repository offers. */
export async function saveIsos(ctx: Context, repository_id: number, images: readonly OfferedIso[]) {
  const names = images.map(({ name }) => name)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw invalidInput(msg`The catalogue names ${twice} twice`, 'images')
  await ctx.mutate(async (work) => {
    await requireLink(work, 'repository', msg`Repository`, 'repository_id', repository_id)
    await storeIsos(work, repository_id, images)
  })
  return {}
}

/**
 * Brings the offered images of a repository in line with its catalogue. They are fetched when they are first needed; one that was fetched
 * and left the catalogue, or has another content there by now, stays until it is deleted.
 */
export async function storeIsos(work: Work, repository_id: number, images: readonly OfferedIso[]): Promise<void> {
  const known = await work.tx.iso.findMany({ where: { repository_id, external: false, sha256: { not: null } } })
  for (const { file, size_bytes, updated_at: _, comment, ...image } of images) {
    const data = {
      ...image,
      comment: comment ?? null,
      source: file,
      size_bytes: BigInt(size_bytes),
      updated_at: new Date(),
    }
    const same = known.find((one) => one.name === image.name && one.sha256 === image.sha256)
    if (same && isSame(same, data)) continue
    if (same) {
      const { size_bytes: bytes, ...rest } = data
      // What was fetched is as large as it is.
      await updateIso(work, same.id, same.state === 'offered' ? { ...rest, size_bytes: bytes } : rest)
    } else {
      const row = await work.tx.iso.create({ data: { ...data, repository_id, for_all: true, state: 'offered' } })
      isoChanged(work, row, 'create')
    }
  }
  for (const one of known) {
    if (one.state !== 'offered' || images.some(({ name, sha256 }) => name === one.name && sha256 === one.sha256))
      continue
    const used = await work.tx.host_iso.count({ where: { iso_id: one.id } })
    if (used > 0) continue
    await work.tx.iso.delete({ where: { id: one.id } })
    isoChanged(work, one, 'delete')
  }
}

type Said = { os_group: string; comment: string | null; source: string | null; tags: string[] }
const isSame = (a: Said, b: Said) =>
  a.os_group === b.os_group &&
  a.comment === b.comment &&
  a.source === b.source &&
  a.tags.join('\n') === b.tags.join('\n')
