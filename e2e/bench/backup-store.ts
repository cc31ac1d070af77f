// npm run bench -- backup-store: how fast a location is verified, and how much memory its largest holds. Chunks are sealed and opened in one
// thread, so the figure is of one core; the 10 million names are those of a location of 10 TiB in chunks of 1 MiB.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { answerTo } from '../../server/backup-store/jobs.ts'
import { initStore } from '../../server/backup-store/marker.ts'
import { openStore } from '../../server/backup-store/store.ts'
import { chunkId, sealChunk } from '../../server/protocols/chunk-store/chunk.ts'
import { newRoot, storeKeys } from '../../server/protocols/chunk-store/keys.ts'
import { ManyChunks } from './backup-store/many.ts'
import { report } from './goals.ts'

const CHUNKS = Number(process.env.BENCH_CHUNKS ?? 10_000_000)
const ROUNDS = 5
const MiB = 1 << 20

/** Like the disk of a system: a third noise, the rest repeats within a few hundred bytes. */
function content(): Buffer {
  const data = Buffer.alloc(4 * MiB)
  for (let at = 0; at < data.length; at += 4096) {
    if ((at >> 12) % 3 === 0) randomBytes(4096).copy(data, at)
    else data.fill(randomBytes(200), at, at + 4096)
  }
  return data
}

/** Bytes of content that are opened, unpacked and hashed in a second of processor time. */
function verification(): number[] {
  const keys = storeKeys(newRoot())
  const files = Array.from({ length: 16 }, () => {
    const data = content()
    const id = chunkId(keys, data)
    return { id, file: sealChunk(keys, id, data) }
  })
  return Array.from({ length: ROUNDS }, () => {
    const before = process.cpuUsage()
    let bytes = 0
    for (const { id, file } of files) {
      const answer = answerTo(keys, { kind: 'check', id, file, atMost: 4 * MiB })
      if ('bytes' in answer) bytes += answer.bytes
    }
    const { user, system } = process.cpuUsage(before)
    return bytes / 1e6 / ((user + system) / 1e6)
  })
}

/** MiB of a process that lists, verifies and collects a location of so many chunks, and whether it found what there is. */
async function collection(): Promise<{ memory: number; seconds: number }> {
  const keys = storeKeys(newRoot())
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-indexes-'))
  const files = new ManyChunks(keys, CHUNKS, folder)
  await initStore(files, keys, { chunk_bytes: MiB, location: 'bench' })
  const signal = new AbortController().signal
  const from = performance.now()
  const store = await openStore({ files, keys, threads: 1, elapsed: () => performance.now() / 1000 })
  const { owners } = files
  // As at the first time: it is not known how many there will be.
  const found = await store.verify({ owners, deep: [] }, signal)
  if (found.chunks !== CHUNKS || found.broken.length > 0) throw new Error('The verification is wrong')
  const done = await store.collect(
    { owners: async () => owners, noted: async () => new Set<string>(), oldestLiveSeconds: null },
    signal,
  )
  const rubbish = Array.from({ length: Math.ceil(CHUNKS / 256) }, (_, n) => n).filter((n) => n % 10 === 0).length
  if (Math.abs(done.trashed - rubbish * 256) > 256 || done.trashed + done.chunks !== CHUNKS)
    throw new Error(`The collection is wrong: ${done.trashed} of ${CHUNKS} chunks went`)
  await store.close()
  rmSync(folder, { recursive: true })
  return { memory: process.resourceUsage().maxRSS / 1024, seconds: (performance.now() - from) / 1000 }
}

const speed = verification()
const { memory, seconds } = await collection()
console.log(`${CHUNKS.toLocaleString('en')} chunks verified by their names and collected in ${seconds.toFixed(1)} s`)
const none = { reference: [0], better: 'above' as const }
process.exitCode = report('backup-store', [
  {
    id: 'P20',
    what: 'verification, content per CPU second',
    ours: speed,
    reference: speed.map(() => 1),
    unit: 'MB',
    better: 'more',
    floor: 300,
    aim: 500,
  },
  {
    ...none,
    id: 'P20',
    what: `memory while ${CHUNKS} chunks are verified and collected`,
    ours: [memory],
    unit: 'MiB',
    floor: 1024,
    aim: 512,
  },
])
  ? 0
  : 1
