import { afterAll, beforeAll, expect, it } from 'vitest'
import { templateFixture } from '../../../../e2e/support/os-templates.ts'
import { readNextRepository } from './daily.ts'

let t: Awaited<ReturnType<typeof templateFixture>>
beforeAll(async () => {
  t = await templateFixture()
})
afterAll(() => t.close())

const HOUR = 3_600_000
const stands = (id: number, hours: number, state = 'active') =>
  t.api.database.prisma.repository.update({
    where: { id },
    data: { state, checked_at: new Date(Date.now() - hours * HOUR) },
  })

it('finds what is newer than a location has, a day after the last reading', async () => {
  await t.read([t.template('one')])
  const site = await t.site('Site')
  for (const task of (await t.put(site.id, [await t.id('one')])).body.task) await t.ended(task)
  expect(await t.at(await t.id('one'), site.id)).toMatchObject({ status: 'ok' })
  t.repository.index([t.template('one', '2')])
  await stands(t.repositoryId(), 23)
  expect(await readNextRepository()).toBeNull()
  await stands(t.repositoryId(), 25)
  expect(await t.ended((await readNextRepository()) ?? 0)).toMatchObject({ status: 'complete', account_id: null })
  expect(await t.at(await t.id('one'), site.id)).toMatchObject({ status: 'need_update' })
  expect(await readNextRepository()).toBeNull()
})

it('tries one again an hour after it could not be read', async () => {
  const id = t.repositoryId()
  await stands(id, 0.5, 'unavailable')
  expect(await readNextRepository()).toBeNull()
  await stands(id, 2, 'unavailable')
  await t.ended((await readNextRepository()) ?? 0)
  expect(await t.api.database.prisma.repository.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: 'active' })
})

it('reads one at a time, the one first that waits longest, and none without OS templates', async () => {
  const { prisma } = t.api.database
  await t.stopWorker()
  const first = t.repositoryId()
  const made = (name: string) => prisma.repository.create({ data: { name, url: t.repository.url } })
  const [second, bare] = [await made('second'), await made('bare')]
  const { id: _, ...template } = await prisma.os_template.findFirstOrThrow({ where: { name: 'one' } })
  await prisma.os_template.create({
    data: { ...template, content: template.content as object, name: 'two', repository_id: second.id } as never,
  })
  await stands(first, 30)
  await stands(second.id, 40)
  await stands(bare.id, 50)
  const asked = await Promise.all([readNextRepository(), readNextRepository()])
  expect(asked.filter((task) => task !== null)).toHaveLength(1)
  expect(await readNextRepository()).toBeNull()
  const queued = await prisma.task.findMany({ where: { name: 'repository_update', ended_at: null } })
  expect(queued.map(({ registry_id }) => registry_id)).toEqual([second.id])
})
