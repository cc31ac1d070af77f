import { afterAll, beforeAll, expect, it } from 'vitest'
import { operationLab } from './operation-lab-fixture.ts'

let t: Awaited<ReturnType<typeof operationLab>>
const PASSWORD = 'Install-me-2'

beforeAll(async () => {
  t = await operationLab()
})
afterAll(() => t?.close())

it('an installer is started by the live system, fetches its answer file, and what it has installed is signed in to', async () => {
  const [first] = t.hardware.disks
  t.writeAt(1, 0, Buffer.alloc(1 << 20, 0x5a))
  const began = Date.now()
  await t.ok(
    await t.begin('install', {
      os_template_id: t.templates.installer,
      password: PASSWORD,
      disk_serials: [first?.serial],
    }),
  )
  const last = await t.last()
  console.info(
    `${Math.round((Date.now() - began) / 1000)} s: ${last.steps
      .map((one: { name: string; started_at: string; ended_at: string }) => {
        return `${one.name} ${((Date.parse(one.ended_at) - Date.parse(one.started_at)) / 1000).toFixed(1)}`
      })
      .join(', ')}`,
  )
  expect(last).toMatchObject({ type: 'install', status: 'ok', template: 'installer 1' })
  expect(last.steps.map(({ name }: { name: string }) => name)).toEqual([
    ...['check', 'reserve', 'boot_device', 'power', 'loader', 'system', 'report', 'fetch', 'wipe'],
    ...['installer', 'partition', 'packages', 'local_boot', 'answer'],
  ])
  expect(await t.inServer(PASSWORD, 'hostname')).toBe(t.machine.name)
  // The other disk is what it was.
  expect(t.bytesAt(1, 0, 1 << 20).every((byte) => byte === 0x5a)).toBe(true)
  const row = await t.api.database.prisma.operation.findUniqueOrThrow({ where: { id: last.id } })
  expect(row).toMatchObject({ answer_file: null, secrets: null, ticket: null })
}, 1_200_000)
