// npm run bench -- backups: backups of a sparse disk over SSH against Debian's restic and borg in the same run, all of them encrypted and
// brought to the disk. BENCH_GIB: size of the disk (20), of which a fifth is in use; BENCH_ROUNDS: how often all begins anew (1).
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { loadavg } from 'node:os'
import path from 'node:path'
import { changeHereAndThere, changePart, type Image, makeImage } from './backups/image.ts'
import { borgSide, bytesIn, ourSide, resticSide, type Side } from './backups/sides.ts'
import { startSshd } from './backups/sshd.ts'
import { type Goal, report, resultsFolder, short } from './goals.ts'

const GIB = Number(process.env.BENCH_GIB ?? 20)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 1)
const MIB = 1 << 20
const needed = { restic: ['version'], borg: ['--version'], 'qemu-img': ['--version'], 'qemu-io': ['--version'] }

const missing = Object.entries(needed).filter(([program, words]) => spawnSync(program, words).status !== 0)
if (missing.length > 0) {
  console.error(
    `Not installed: ${missing.map(([program]) => program).join(', ')} (Debian: apt-get install restic borgbackup qemu-utils)`,
  )
  process.exit(1)
}

type Figures = Record<'first' | 'second' | 'restore', number> & { stored: number; grown: number }

/** Seconds until a piece of work is done and on the disk. */
async function seconds(side: Side, work: () => Promise<unknown>): Promise<number> {
  execFileSync('sync')
  const from = performance.now()
  await work()
  execFileSync('sync', ['-f', side.folder])
  return (performance.now() - from) / 1000
}

async function measure(side: Side, image: Image, step: 'first' | 'second' | 'scattered', to: Figures): Promise<void> {
  const before = step === 'first' ? 0 : bytesIn(side.folder)
  const took = await seconds(side, () => side.backup(image))
  const now = bytesIn(side.folder)
  if (step === 'first') Object.assign(to, { first: took, stored: now / MIB })
  if (step === 'second') to.second = took
  if (step === 'scattered') to.grown = (now - before) / MIB
  const grown = `${short((now - before) / MIB)} MiB more`
  console.log(
    `${side.name.padEnd(9)} ${step.padEnd(10)} ${took.toFixed(2)} s, ${grown} (load ${short(loadavg()[0] ?? 0)})`,
  )
}

async function restored(side: Side, image: Image, to: Figures): Promise<void> {
  let file = ''
  to.restore = await seconds(side, async () => {
    file = await side.restore(image)
  })
  const format = file.endsWith('.qcow2') ? 'qcow2' : 'raw'
  execFileSync('qemu-img', ['compare', '-f', 'raw', '-F', format, image.raw, file], { stdio: 'ignore' })
  rmSync(file)
  console.log(`${side.name.padEnd(9)} restore    ${to.restore.toFixed(2)} s, the same content`)
}

const work = path.join(resultsFolder, 'backups')
rmSync(work, { recursive: true, force: true })
mkdirSync(work, { recursive: true })
const sshd = await startSshd(path.join(work, 'sshd'))
const rounds: Record<string, Figures>[] = []
const sides = [ourSide(work, sshd), resticSide(work, sshd), borgSide(work, sshd)]
try {
  for (let round = 0; round < ROUNDS; round++) {
    const image = makeImage(work, GIB * 1024)
    const all = Object.fromEntries(sides.map(({ name }) => [name, {} as Figures]))
    // In turn, so that none is always the first.
    const order = sides.map((_, n) => sides[(n + round) % sides.length] as Side)
    for (const side of order) await side.begin()
    const each = async (step: 'first' | 'second' | 'scattered') => {
      for (const side of order) await measure(side, image, step, all[side.name] as Figures)
    }
    console.log(`${GIB} GiB, ${short((image.used.length * MIB) / 2 ** 30)} GiB of them in use`)
    await each('first')
    console.log(`${changePart(image, 1 + round)} MiB changed`)
    await each('second')
    console.log(`${short(changeHereAndThere(image, 100 + round))} MiB changed in pieces of 64 KiB`)
    await each('scattered')
    for (const side of order) await restored(side, image, all[side.name] as Figures)
    rounds.push(all)
  }
} finally {
  for (const side of sides) side.end()
  sshd.close()
  rmSync(work, { recursive: true, force: true })
}

const of = (name: string, what: keyof Figures) => rounds.map((all) => all[name]?.[what] ?? Number.NaN)
const better = (what: keyof Figures) =>
  rounds.map((all) => Math.min(all.restic?.[what] ?? Number.NaN, all.borg?.[what] ?? Number.NaN))
const speeds = (values: number[]) => values.map((value) => (GIB * 1024) / value)

/** Speeds against the better of the two. */
const faster = (what: 'first' | 'second' | 'restore', words: string, floor: number, aim: number): Goal => ({
  id: 'P20',
  what: `${words}, disk per second against the better of restic and borg`,
  ours: speeds(of('datahall', what)),
  reference: speeds(better(what)),
  unit: 'MiB',
  better: 'more',
  floor,
  aim,
})
const goals: Goal[] = [
  faster('first', `first backup of ${GIB} GiB`, 1, 1.5),
  faster('second', 'backup after a change of 1 %', 5, 20),
  faster('restore', 'restore', 1, 1.5),
  {
    id: 'P20',
    what: 'stored by the first backup against the better of restic and borg',
    ours: of('datahall', 'stored'),
    reference: better('stored'),
    unit: 'MiB',
    better: 'less',
    floor: 1.1,
    aim: 1,
  },
  {
    id: 'P20',
    what: 'growth by small writes here and there against restic',
    ours: of('datahall', 'grown'),
    reference: of('restic', 'grown'),
    unit: 'MiB',
    better: 'less',
    floor: 1,
    aim: 0.7,
  },
  {
    id: 'P20',
    what: 'most memory of a worker',
    ours: [sides[0]?.memory() ?? Number.NaN],
    reference: [0],
    unit: 'MiB',
    better: 'above',
    floor: 512,
    aim: 384,
  },
]
process.exitCode = report('backups', goals) ? 0 : 1
