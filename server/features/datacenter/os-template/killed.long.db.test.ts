import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { killedAt, killedWhen } from '../../../../e2e/support/host-worker.ts'
import { placesAt, stepWrites, transactionWrites } from '../../../../e2e/support/kill-places.ts'
import { sumOf, templateFixture } from '../../../../e2e/support/os-templates.ts'
import { ARTEFACTS } from '../../../drivers/control-host/boot/places.ts'

// The worker is killed right before and right after every write of what brings templates to a location and takes them away.

let t: Awaited<ReturnType<typeof templateFixture>>
beforeAll(async () => {
  t = await templateFixture()
})
afterAll(() => t.close())

const end = ['outcome', 'finish']

type Ask = (n: number) => Promise<{ status: number; body: { task: number | number[] } }>

/** Has a worker killed at each place, each in a task of its own and all at once, and another one finish them. */
async function killed(places: readonly string[], ask: Ask): Promise<void> {
  await t.stopWorker()
  const tasks: number[] = []
  for (const [n, place] of places.entries()) {
    const { status, body } = await ask(n)
    expect([place, status]).toEqual([place, 200])
    tasks.push(...[body.task].flat())
  }
  const rows = await t.api.database.prisma.task.findMany({ where: { consul_id: { in: tasks } } })
  const holds = Object.fromEntries(
    tasks.map((task, n) => [rows.find((row) => row.consul_id === task)?.id ?? 0, places[n] ?? '']),
  )
  const { url, masterKey } = t.api.database
  await killedAt({ url, masterKey, holds })
  t.startWorker()
  for (const [n, task] of tasks.entries())
    expect([places[n], (await t.ended(task)).status]).toEqual([places[n], 'complete'])
}

it('a template is there, or gone, wherever the worker was killed, and nothing is left over', async () => {
  const sum = (what: string, n: number, version: string) => sumOf(`${what} ${version} of t${n}`)
  // Nothing in common: tasks that share a file wait for each other, and the killed worker holds all of them.
  const template = (n: number, version: string) => ({
    ...t.template(`t${n}`, version),
    initrd: t.repository.file(`t${n}/initrd-${version}`, `initrd ${version} of t${n}`),
  })
  const old = sum('kernel', 0, '1').slice(0, 16)
  const bringing = placesAt([...stepWrites('plan', 'put_0', 'put_1'), ...transactionWrites('finish', 'forget'), ...end])
  const removing = placesAt([...stepWrites('drop_0', 'drop_1'), ...transactionWrites('begin', 'forget'), ...end])
  const count = Math.max(bringing.length, removing.length)
  // A location each: of one only two are brought at once.
  const sites = await Promise.all(Array.from({ length: count }, (_, n) => t.site(`Site ${n}`)))
  const all = (version: string) => sites.map((_, n) => template(n, version))
  const files = (n: number, version: string) => [sum('kernel', n, version), sum('initrd', n, version)].sort()
  expect((await t.read(all('1'))).status).toBe('complete')
  const ids = await Promise.all(sites.map((_, n) => t.id(`t${n}`)))
  const at = (n: number) => ({ site: sites[n] as (typeof sites)[number], id: ids[n] as number })
  const put: Ask = (n) => t.put(at(n).site.id, [at(n).id])
  const take: Ask = (n) => t.take(at(n).site.id, at(n).id)
  const stateOf = async (n: number) => (await t.at(at(n).id, at(n).site.id))?.status

  await killed(bringing, put)
  for (const n of bringing.keys())
    expect([bringing[n], await stateOf(n), at(n).site.names()]).toEqual([bringing[n], 'ok', files(n, '1')])

  // The first location gets a newer one, whose worker is killed while the older one's files are removed.
  expect((await t.read(all('2'))).status).toBe('complete')
  const updating = placesAt(stepWrites(`drop_${old}`))
  for (const place of updating) {
    await killed([place], () => t.put(at(0).site.id, [at(0).id]))
    expect([place, await stateOf(0), at(0).site.names()]).toEqual([place, 'ok', files(0, '2')])
    await t.ended((await t.take(at(0).site.id, at(0).id)).body.task)
    await t.read(all('1'))
    await t.ended((await t.put(at(0).site.id, [at(0).id])).body.task[0])
    await t.read(all('2'))
  }

  for (const n of sites.keys())
    if (!(await stateOf(n))) await t.ended((await t.put(at(n).site.id, [at(n).id])).body.task[0])
  await killed(removing, take)
  for (const n of removing.keys())
    expect([removing[n], await stateOf(n), at(n).site.names()]).toEqual([removing[n], undefined, []])
})

it('a file goes on where the killed worker stopped', async () => {
  const image = t.repository.file('large/image', randomBytes(12 << 20))
  const more = { type: 'ostemplate', image: { ...image, format: 'raw', image_bytes: image.bytes } }
  const { kernel: _, initrd: __, ...large } = t.template('large')
  expect((await t.read([{ ...large, ...more }])).status).toBe('complete')
  const site = await t.site('Large')
  await t.stopWorker()
  const { body } = await t.put(site.id, [await t.id('large')])
  const { id } = await t.api.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task[0] } })
  const part = `${ARTEFACTS}/${image.sha256}.part`
  const written = () => site.tree.files.get(part)?.data.length ?? 0
  const { url, masterKey } = t.api.database
  await killedWhen({ url, masterKey, holds: { [id]: 'before end put_0' } }, async () => {
    while (written() < 1 << 20) await new Promise((go) => setTimeout(go, 1))
  })
  const there = written()
  expect(there).toBeLessThan(image.bytes)
  const write = vi.spyOn(site.tree, 'write')
  t.startWorker()
  expect((await t.ended(body.task[0])).status).toBe('complete')
  expect(Math.min(...write.mock.calls.map(([, offset]) => offset))).toBeGreaterThanOrEqual(there)
  write.mockRestore()
  expect(site.names()).toEqual([image.sha256])
})
