import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { ensureLiveSystem } from '../../e2e/lab/live-system.ts'
import type { MachineDisk } from './machine-fixture.ts'
import type { JobLine } from './panel-fixture.ts'
import { runJob, SERIAL } from './run-fixture.ts'

const MIB = 2 ** 20
const folder = mkdtempSync(join(tmpdir(), 'wiping-'))
const path = (name: string) => join(folder, name)
/** 64 MiB without one zero byte. */
const pattern = Buffer.alloc(64 * MIB, 'not a zero in here. ')
const zeros = Buffer.alloc(64 * MIB)
const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const untouched = hash(pattern)
const stateOf = (name: string) => hash(readFileSync(path(name)))

const disks: MachineDisk[] = [
  { file: path('a'), serial: 'DISK-A' },
  { file: path('b'), serial: 'DISK-B', discard: false },
  { file: path('c'), serial: 'DISK-C', kind: 'nvme' },
  { file: path('d'), serial: 'DISK-D', kind: 'scsi', wwn: '0x5000c500a1b2c3d4' },
]
const wipe = (method: string, serial: string, ...names: string[]): JobLine[] => [
  ['mode', 'wipe'],
  ['operation', '8'],
  ['serial', serial],
  ['wipe', method],
  ...names.map((name) => ['disk', name] as const),
]

beforeAll(() => ensureLiveSystem())
beforeEach(() => {
  for (const name of ['a', 'b', 'c', 'd']) writeFileSync(path(name), pattern)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('nothing is written', () => {
  test.each([
    [
      'to a machine with another serial number',
      wipe('full', 'SN-2', 'DISK-A'),
      /serial number SN "1" \$\(id\), not SN-2/,
    ],
    ['when one of the disks is missing', wipe('simple', SERIAL, 'DISK-A', 'DISK-X'), /DISK-X was not found/],
    ['when a disk is named twice', wipe('simple', SERIAL, 'DISK-D', '0x5000C500A1B2C3D4'), /named before/],
    ['when no disk is named', wipe('full', SERIAL), /names no disk/],
  ])('%s', async (_, job, reason) => {
    const { result } = await runJob({ folder, job, disks })
    expect(result).toEqual({ ok: false, reason: expect.stringMatching(reason) })
    for (const name of ['a', 'b', 'c', 'd']) expect(stateOf(name), name).toBe(untouched)
  })

  test('when two disks have the same serial number', async () => {
    const twins: MachineDisk[] = [
      { file: path('a'), serial: 'TWIN' },
      { file: path('b'), serial: 'TWIN' },
    ]
    const { result } = await runJob({ folder, job: wipe('full', '', 'TWIN'), disks: twins })
    expect(result).toEqual({ ok: false, reason: expect.stringContaining('more than one disk is called TWIN') })
    for (const name of ['a', 'b']) expect(stateOf(name), name).toBe(untouched)
  })
})

test('an operation that is over is given up before anything is written', async () => {
  const given = runJob({
    folder,
    job: wipe('full', SERIAL, 'DISK-A'),
    disks,
    prepare: (panel) => {
      panel.over = true
    },
  })
  await expect(given).rejects.toThrow('the operation is over')
  expect(stateOf('a')).toBe(untouched)
})

test('simple: both ends of the disk are cleared, and nothing else', async () => {
  const { result, serial } = await runJob({ folder, job: wipe('simple', SERIAL, 'DISK-A', '5000c500a1b2c3d4'), disks })
  expect(result, serial).toMatchObject({
    ok: true,
    disks: [
      { serial: 'DISK-A', method: 'signatures', samples: 2, ok: true },
      { serial: 'DISK-D', wwn: '0x5000c500a1b2c3d4', method: 'signatures', ok: true },
    ],
  })
  const [start, end, middle] = [
    zeros.subarray(0, 16 * MIB),
    zeros.subarray(0, 16 * MIB),
    pattern.subarray(16 * MIB, 48 * MIB),
  ]
  for (const name of ['a', 'd']) expect(stateOf(name), name).toBe(hash(Buffer.concat([start, middle, end])))
  for (const name of ['b', 'c']) expect(stateOf(name), name).toBe(untouched)
})

test('full: each disk by its own means, or written over, and read afterwards', async () => {
  const { result, panel, serial } = await runJob({
    folder,
    job: wipe('full', SERIAL, 'DISK-A', 'DISK-B', 'DISK-C'),
    disks,
  })
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
  const common = { samples: 64, ok: true, started: time, ended: time }
  expect(result, serial).toMatchObject({
    ok: true,
    disks: [
      { serial: 'DISK-A', method: 'discard', ...common },
      { serial: 'DISK-B', method: 'overwrite', tried: ['overwrite'], ...common },
      { serial: 'DISK-C', model: 'QEMU NVMe Ctrl', method: 'nvme_format', ...common },
    ],
  })
  for (const name of ['a', 'b', 'c']) expect(stateOf(name), name).toBe(hash(zeros))
  expect(stateOf('d')).toBe(untouched)
  expect(panel.progress.filter(({ step }) => step === 'wipe').length).toBeGreaterThan(0)
})
