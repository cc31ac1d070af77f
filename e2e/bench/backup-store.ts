// npm run bench -- backup-store: how fast a location is verified, and how much memory its largest holds. Chunks are sealed and opened in one
// thread, so the figure is of one core; the 10 million names are those of a location of 10 TiB in chunks of 1 MiB.
import { createHash, randomBytes } from 'node:crypto'
import { answerTo } from '../../server/backup-store/jobs.ts'
import { PrefixSet } from '../../server/backup-store/prefix-set.ts'
import { chunkId, sealChunk } from '../../server/protocols/chunk-store/chunk.ts'
import { newRoot, storeKeys } from '../../server/protocols/chunk-store/keys.ts'
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

/** Names as a location lists them: the hash of a number, 32 bytes. */
const nameOf = (n: number) => createHash('sha256').update(String(n)).digest()

/** MiB of the process with all names marked, as a collection has them while it sweeps. */
function marks(): { memory: number; seconds: number } {
  const from = performance.now()
  // As at the first collection: nobody knows how many there will be.
  const marked = new PrefixSet()
  for (let n = 0; n < CHUNKS; n++) marked.add(nameOf(n))
  for (let n = 0; n < CHUNKS; n += 1000) if (!marked.has(nameOf(n))) throw new Error('A name was lost')
  if (marked.size !== CHUNKS || marked.has(nameOf(-1))) throw new Error('The set is wrong')
  return { memory: process.resourceUsage().maxRSS / 1024, seconds: (performance.now() - from) / 1000 }
}

const speed = verification()
const { memory, seconds } = marks()
console.log(`${CHUNKS.toLocaleString('en')} names marked in ${seconds.toFixed(1)} s`)
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
    what: `memory with ${CHUNKS} chunks marked`,
    ours: [memory],
    unit: 'MiB',
    floor: 1024,
    aim: 512,
  },
])
  ? 0
  : 1
