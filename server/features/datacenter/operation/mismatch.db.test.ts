import { afterAll, beforeAll, expect, it } from 'vitest'
import { isWhole } from '../../../../e2e/support/sampled.ts'
import { someCard, someDisk } from '../../../domain/hardware-report/report-fixture.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { bootedFixture } from './booted-fixture.ts'

let t: Awaited<ReturnType<typeof bootedFixture>>
beforeAll(async () => {
  t = await bootedFixture()
})
afterAll(() => t.close())

/** Each way with each work twice, or often enough for numbers to repeat. */
const TIMES = isWhole ? 1000 : 120
const writing = [
  { type: 'clear_hdd', clear_hdd: 'simple' },
  { type: 'clear_hdd', clear_hdd: 'full' },
  { type: 'diag', clear_hdd: 'full' },
  { type: 'install', clear_hdd: 'simple' },
  { type: 'install', clear_hdd: 'none', disks: ['S64GNN0T912244'] },
]

/** Ways in which the machine that boots is not the one that is known, from a letter of a number to all of it. */
const others: ((known: HardwareReport, n: number) => HardwareReport)[] = [
  (known, n) => ({ ...known, serial: `OTHER${n}` }),
  (known, n) => ({ ...known, serial: `${known.serial}${n % 10}` }),
  (known) => ({ ...known, serial: known.serial.toLowerCase() }),
  (known) => ({ ...known, serial: '' }),
  (known, n) => ({ ...known, serial: ` ${known.serial}`.padEnd(9 + (n % 5)) }),
  (known, n) => ({ ...known, disks: [someDisk(`D${n}`)] }),
  (known, n) => ({ ...known, disks: known.disks.map((disk) => ({ ...disk, serial: `${disk.serial}${n}` })) }),
  (known) => ({ ...known, disks: known.disks.map((disk) => ({ ...disk, serial: disk.serial.toLowerCase() })) }),
  (known, n) => ({ ...known, disks: [someDisk('', { wwn: `0x5000c5${String(n).padStart(10, '0')}` })] }),
  (known) => ({ ...known, nics: [] }),
  (known, n) => ({ ...known, nics: [someCard(`02:00:00:00:${String(n % 100).padStart(2, '0')}:01`)] }),
  (known) => ({ ...known, nics: known.nics.map((card) => ({ ...card, mac: card.mac.replace(/^../, '06') })) }),
]

it(`of ${TIMES} machines that are not the known one, none gets work that writes to disks`, {
  tags: 'sampled',
  timeout: 300_000,
}, async () => {
  const { prisma } = t.api.database
  const server = await t.server()
  const known = await t.reportOf(server)
  await t.diagnosed(server, known)
  const outcomes = { refused: 0, jobs: 0, failed: 0 }
  for (let n = 0; n < TIMES; n++) {
    const operation = writing[n % writing.length] ?? {}
    const { id, key } = await t.booted(server, operation)
    const other = others[Math.floor(n / writing.length) % others.length]?.(known, n) ?? known
    const answer = await t.desk.hello(key, other, t.asking)
    if (answer !== 'unknown' && 'job' in answer) outcomes.jobs++
    else outcomes.refused++
    const { status, result } = await prisma.operation.findUniqueOrThrow({ where: { id } })
    if (status === 'fail' && result === null) outcomes.failed++
  }
  expect(outcomes).toEqual({ refused: TIMES, jobs: 0, failed: TIMES })
  // Nothing of them was taken for the server's, and the machine itself still gets its work.
  expect(await prisma.hardware_report.count({ where: { server_id: server } })).toBe(1)
  expect(await prisma.erasure_certificate.count()).toBe(0)
  for (const operation of writing) {
    const { key } = await t.booted(server, operation)
    expect(await t.desk.hello(key, known, t.asking), operation.type).toMatchObject({
      job: expect.arrayContaining([['wipe', operation.clear_hdd]]),
    })
  }
})
