import { readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { instanceFolder, isInstanceFile } from '../../../process/instance-folder.ts'
import { cancelTask } from '../../../tasks/cancel.ts'

/** A file is older than its row for a moment. */
const ORPHAN_MS = 3600_000

/** Calls off uploads that nothing came of for a day, and removes files that no image knows. */
export async function clearAwayUploads(): Promise<void> {
  await endOldUploads()
  await removeOrphans()
}

async function endOldUploads(): Promise<void> {
  await transaction(async (work) => {
    const old = await work.tx.iso.findMany({ where: { state: 'uploading', expires_at: { lt: new Date() } } })
    for (const { task } of old) if (task !== null) await cancelTask(work, task)
  })
}

/** Removes files of this data folder that no image knows. */
export async function removeOrphans(now = Date.now()): Promise<number> {
  const { path, instance } = await instanceFolder('iso')
  const names = (await readdir(path)).filter(isInstanceFile)
  if (names.length === 0) return 0
  const known = await db().prisma.iso.findMany({
    where: { folder: instance, file: { in: names } },
    select: { file: true },
  })
  const kept = new Set(known.map(({ file }) => file))
  let removed = 0
  for (const name of names) {
    if (kept.has(name)) continue
    const { mtimeMs } = await stat(join(path, name))
    if (now - mtimeMs < ORPHAN_MS) continue
    await unlink(join(path, name))
    removed++
  }
  return removed
}
