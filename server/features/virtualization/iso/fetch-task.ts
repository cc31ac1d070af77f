import { z } from 'zod'
import type { iso } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { MAX_ISO_BYTES } from '../../../domain/iso/kinds.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { publicGuard, repositoryGuard } from '../repository/http.ts'
import { openImage } from '../repository/source.ts'
import { noteIso, updateIso } from './changes.ts'
import { requireSum } from './check.ts'
import { download, type Taken } from './download.ts'
import { newPlace, removeFile, requireRoom } from './folder.ts'
import { bytesLeft } from './limits.ts'
import { storeStream } from './store.ts'

/** Key of what changes the file of an image. */
export const isoLock = (iso_id: number) => `iso:${iso_id}`

/** Fetches an image into the data folder: from an address, or from its repository. */
export const isoFetchTask = defineTask({
  name: 'iso_fetch',
  title: 'Fetch ISO image',
  /** `anywhere`: by an administrator, who may also name addresses of private networks. */
  input: z.object({ iso_id: z.int(), anywhere: z.boolean() }),
  locks: ({ iso_id }) => [isoLock(iso_id)],
  limits: () => [{ key: 'iso_fetch', capacity: 4 }],
  timeoutMs: 12 * 3600_000,
  async run(t, { iso_id, anywhere }) {
    const row = await db().prisma.iso.findUniqueOrThrow({ where: { id: iso_id } })
    if (row.state === 'ready') return { already: true }
    const place = await t.step('place', newPlace, {
      undo: (made) => removeFile(made),
    })
    await t.stepTx('begin', (work) =>
      noteIso(work, iso_id, { ...place, state: 'downloading', fault: null, received: 0 }),
    )
    const taken = await t.step('fetch', (signal) => fetchFile(t, { ...row, ...place }, anywhere, signal))
    await t.stepTx('remember', (work) =>
      noteIso(work, iso_id, {
        state: 'ready',
        sha256: taken.sha256,
        size_bytes: BigInt(taken.size_bytes),
        received: BigInt(taken.size_bytes),
      }),
    )
    return taken
  },
  async settle(t, { iso_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('fail', (work) => failIso(work, iso_id, outcome.error?.message ?? ''))
  },
})

/** Writes why an image could not be taken; the file is gone, and what waits for the image fails. */
export async function failIso(work: Work, iso_id: number, fault: string): Promise<void> {
  const row = await work.tx.iso.findUnique({ where: { id: iso_id } })
  if (!row || row.state === 'ready') return
  // What a repository offers can be fetched again.
  const state = row.repository_id !== null && !row.external && row.sha256 !== null ? 'offered' : 'failed'
  await updateIso(work, iso_id, { state, fault, file: null, folder: null, received: 0, expires_at: null, task: null })
}

async function fetchFile(t: TaskContext, row: iso, anywhere: boolean, signal: AbortSignal): Promise<Taken> {
  const wanted = row.size_bytes === null ? null : Number(row.size_bytes)
  await requireRoom(wanted ?? 0)
  const most = Math.min(MAX_ISO_BYTES, wanted ?? MAX_ISO_BYTES, await bytesLeft(row.account_id, row.id))
  const onProgress = (bytes: number, of: number | null) => {
    const total = of ?? wanted
    t.progress(total ? Math.floor((bytes / total) * 98) : 50, msg`Fetching ${row.name}`)
  }
  const url = await repositoryUrl(row)
  const taken =
    url === null
      ? await download(row.source ?? '', row, {
          guard: anywhere ? repositoryGuard : publicGuard,
          most,
          signal,
          onProgress,
        })
      : await storeStream(await openImage(url, row.source ?? '', 0, signal), row, { most, signal, onProgress })
  requireSum(taken.sha256, row.sha256)
  return taken
}

/** Address of the repository that offers the image; null for one that is fetched by an address of its own. */
async function repositoryUrl(row: iso): Promise<string | null> {
  if (row.repository_id === null || /^https?:/i.test(row.source ?? '')) return null
  const { url } = await db().prisma.repository.findUniqueOrThrow({ where: { id: row.repository_id } })
  return url
}
