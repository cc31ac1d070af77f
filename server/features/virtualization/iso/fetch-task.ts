import { z } from 'zod'
import type { iso } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { MAX_ISO_BYTES } from '../../../domain/iso/kinds.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { publicGuard, repositoryGuard } from '../repository/http.ts'
import { openImage } from '../repository/source.ts'
import { pace, reserving } from './arrival.ts'
import { noteIso, updateIso } from './changes.ts'
import { requireSum } from './check.ts'
import { download, type Taken } from './download.ts'
import { newPlace, removeFile } from './folder.ts'
import { reserve } from './reserve.ts'
import { storeStream } from './store.ts'

/** Key of what changes the file of an image. */
export const isoLock = (iso_id: number) => `iso:${iso_id}`

/** Images that are fetched at the same time, and those of one account among them. */
const AT_ONCE = 4
const AT_ONCE_FOR_ONE = 2

/** Fetches an image into the data folder: from an address, or from its repository. */
export const isoFetchTask = defineTask({
  name: 'iso_fetch',
  title: 'Fetch ISO image',
  /** `anywhere`: by an administrator, who may also name addresses of private networks. `account_id`: whose it will be. */
  input: z.object({ iso_id: z.int(), anywhere: z.boolean(), account_id: z.int().nullable().default(null) }),
  locks: ({ iso_id }) => [isoLock(iso_id)],
  limits: ({ account_id }) => [
    { key: 'iso_fetch', capacity: AT_ONCE },
    ...(account_id === null ? [] : [{ key: `iso_fetch:${account_id}`, capacity: AT_ONCE_FOR_ONE }]),
  ],
  timeoutMs: 12 * 3600_000,
  async run(t, { iso_id, anywhere }) {
    const row = await db().prisma.iso.findUniqueOrThrow({ where: { id: iso_id } })
    if (row.state === 'ready') return { already: true }
    const place = await t.step('place', newPlace, {
      undo: async (made) => void (await removeFile(made)),
    })
    await t.stepTx('begin', (work) =>
      noteIso(work, iso_id, { ...place, state: 'downloading', fault: null, received: 0, reserved: 0 }),
    )
    const taken = await t.step('fetch', (signal) => fetchFile(t, { ...row, ...place }, anywhere, signal))
    await t.stepTx('remember', (work) =>
      noteIso(work, iso_id, {
        state: 'ready',
        sha256: taken.sha256,
        size_bytes: BigInt(taken.size_bytes),
        received: BigInt(taken.size_bytes),
        reserved: 0,
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
  const gone = { file: null, folder: null, received: 0, reserved: 0 }
  await updateIso(work, iso_id, { state, fault, ...gone, expires_at: null, task: null })
}

type Placed = iso & { folder: string }

async function fetchFile(t: TaskContext, row: Placed, anywhere: boolean, signal: AbortSignal): Promise<Taken> {
  const wanted = row.size_bytes === null ? null : Number(row.size_bytes)
  const most = Math.min(MAX_ISO_BYTES, wanted ?? MAX_ISO_BYTES)
  const [reserved, paced] = [reserving((...bytes) => reserve(row, ...bytes)), pace()]
  const arrives = async (bytes: number, of: number | null) => {
    const total = of ?? wanted
    await reserved(bytes, total)
    await paced(bytes, total)
    t.progress(total ? Math.floor((bytes / total) * 98) : 50, msg`Fetching ${row.name}`)
  }
  const url = await repositoryUrl(row)
  const taken =
    url === null
      ? await download(row.source ?? '', row, {
          guard: anywhere ? repositoryGuard : publicGuard,
          most,
          signal,
          arrives,
        })
      : await storeStream(await openImage(url, row.source ?? '', 0, signal), row, { most, signal, arrives })
  requireSum(taken.sha256, row.sha256)
  return taken
}

/** Address of the repository that offers the image; null for one that is fetched by an address of its own. */
async function repositoryUrl(row: iso): Promise<string | null> {
  if (row.repository_id === null || /^https?:/i.test(row.source ?? '')) return null
  const { url } = await db().prisma.repository.findUniqueOrThrow({ where: { id: row.repository_id } })
  return url
}
