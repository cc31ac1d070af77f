import { afterAll, beforeAll, expect, it } from 'vitest'
import { bootStage } from './boot-stage.ts'
import { operationFixture } from './operation-fixture.ts'

let t: Awaited<ReturnType<typeof operationFixture>>
beforeAll(async () => {
  t = await operationFixture()
})
afterAll(() => t.close())

const MINUTE = 60_000

/** An operation with these steps, each with the minutes since it began. */
async function booting(steps: [name: string, minutes: number][]) {
  const server = await t.server()
  await t.api.admin.post(`/dci/v3/server/${server}/diag`, { os_template_id: t.diag, clear_hdd: 'none' })
  const { prisma } = t.api.database
  const { id } = await prisma.operation.findFirstOrThrow({ where: { server_id: server } })
  for (const [n, [name, minutes]] of steps.entries()) {
    const started_at = new Date(Date.now() - minutes * MINUTE)
    await prisma.operation_step.create({ data: { operation_id: id, position: n + 1, name, started_at } })
  }
  return id
}

it.each<[string, [string, number][], string | null]>([
  [
    'has just been switched on',
    [
      ['reserve', 30],
      ['power', 1],
    ],
    null,
  ],
  ['has been on for long and asked for nothing', [['power', 16]], 'power'],
  [
    'has asked for its script',
    [
      ['power', 16],
      ['loader', 1],
    ],
    null,
  ],
  [
    'has asked for its script and for nothing more',
    [
      ['power', 6],
      ['loader', 4],
    ],
    'loader',
  ],
  [
    'has fetched the live system, which is starting',
    [
      ['power', 9],
      ['loader', 5],
      ['system', 4],
    ],
    null,
  ],
  [
    'has fetched the live system, which says nothing',
    [
      ['power', 9],
      ['loader', 8],
      ['system', 6],
    ],
    'system',
  ],
  [
    'was started again after that',
    [
      ['power', 20],
      ['loader', 18],
      ['boot_device', 2],
      ['power', 1],
    ],
    null,
  ],
])('a server that %s', async (_, steps, wanted) => {
  expect(await bootStage(await booting(steps))).toBe(wanted)
})

it('a server whose live system has asked for its work has come through', async () => {
  const id = await booting([
    ['power', 30],
    ['loader', 25],
    ['system', 20],
  ])
  await t.api.database.prisma.operation.update({ where: { id }, data: { seen_at: new Date() } })
  expect(await bootStage(id)).toBe('report')
})
