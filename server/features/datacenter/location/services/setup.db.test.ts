import { unlinkSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sumOf, templateFixture } from '../../../../../e2e/support/os-templates.ts'
import { transaction } from '../../../../db/transaction.ts'
import { ARTEFACTS } from '../../../../drivers/control-host/boot/places.ts'
import { SimulatedDebian } from '../../../../simulation/peers/debian/debian.ts'
import { type DebianServer, serveDebian } from '../../../../simulation/peers/debian/serve.ts'
import { FileTree } from '../../../../simulation/peers/sftp/tree.ts'
import { noteComponents } from './components.ts'

// The task of the set-up on a simulated control host, whose files are damaged in between.

const account = { login: 'root', password: 'sesame-77' }
const tree = new FileTree()
let t: Awaited<ReturnType<typeof templateFixture>>
let server: DebianServer
let id = 0
beforeAll(async () => {
  t = await templateFixture()
  const host = new SimulatedDebian({
    ...{ tree, name: 'ctl', speed: 0, packages: ['curl', 'ca-certificates', 'python3'] },
    interfaces: [{ name: 'eth1', mac: '02:00:00:00:00:01', address: '10.77.0.2/24' }],
    connect: () => null,
  })
  server = await serveDebian(host, account)
  const way = { ssh_address: '127.0.0.1', ssh_port: server.port, ssh_user: 'root', password: account.password }
  const { body } = await t.api.admin.post('/dci/v3/location', { name: 'Site', ...way })
  id = body.id
  await t.ended(body.task)
})
afterAll(async () => {
  await t.close()
  await server.close()
})

const location = async () => (await t.api.admin.get(`/dci/v3/location/${id}`)).body
const setUp = async (body: object = {}) => {
  const answer = await t.api.admin.post(`/dci/v3/location/${id}/setup`, body)
  expect(await t.ended(answer.body.task)).toMatchObject({ status: 'complete' })
  return location()
}
const faults = ({ components }: { components: { component: string; fault: string | null }[] }) =>
  components.filter(({ fault }) => fault !== null)
const pathOf = (content: string) => `${ARTEFACTS}/${sumOf(content)}`
const kernel = pathOf('kernel 1 of one')
const write = (path: string, content: string) => tree.files.set(path, { data: Buffer.from(content), modified: 0 })
const read = (path: string) => tree.files.get(path)?.data.toString()
/** As the daily look notes it. */
const seen = () =>
  transaction((work) => noteComponents(work, id, [{ component: 'artefacts', fault: 'Files for servers are damaged' }]))

it('says where servers fetch their files, once it is set up', async () => {
  expect(await location()).toMatchObject({ status: 'need_setup', params_cache: {} })
  const now = await setUp({ web: { port: 8081 } })
  expect(now).toMatchObject({ status: 'ok', params_cache: { port: 8081 } })
  const room = { bytes: tree.total, free_bytes: tree.free }
  expect(now.components).toContainEqual(expect.objectContaining({ component: 'disk', fault: null, ...room }))
  expect(await setUp({ web: { port: 8080 } })).toMatchObject({ params_cache: { port: 8080 } })
})

/** The watch reads the content of all files when it begins to follow a location, and again a day later. */
const contentRead = () =>
  expect
    .poll(async () => (await location()).components.map(({ component }: { component: string }) => component))
    .toContain('artefacts')

it('keeps a message when a part turns, not when its fault has other words', async () => {
  const { prisma } = t.api.database
  // The watch does not follow it.
  const { id: other } = await prisma.location.create({ data: { name: 'Other', ssh_address: '', ssh_user: '' } })
  const note = (component: 'disk' | 'segment', fault: string | null) =>
    transaction((work) => noteComponents(work, other, [{ component, fault }]))
  const messages = async () => {
    const { body } = await t.api.admin.get(`/dci/v3/location/${other}/message`)
    return body.list.map(({ stream, message }: { stream: string; message: object }) => [stream, message])
  }
  expect(await messages()).toEqual([])
  const told = () => prisma.change.count({ where: { entity: 'location', entity_id: other } })
  const before = await told()
  await note('segment', null)
  expect(await told()).toBe(before + 1)
  // The same again is no news.
  await note('segment', null)
  expect(await told()).toBe(before + 1)
  await note('disk', 'The disk of the control host is full: 12 MiB are free')
  await note('disk', 'The disk of the control host is full: 11 MiB are free')
  await note('disk', null)
  expect(await messages()).toEqual([
    ['disk', { fault: null }],
    ['disk', { fault: 'The disk of the control host is full: 12 MiB are free' }],
  ])
})

it('done again it brings damaged files anew, and removes those that no record names', async () => {
  await t.read([t.template('one')])
  const { body } = await t.put(id, [await t.id('one')])
  for (const task of body.task) await t.ended(task)
  await contentRead()
  write(kernel, 'spoilt')
  const unknown = [pathOf('of nobody'), `${pathOf('of nobody either')}.part`]
  for (const path of unknown) write(path, 'of nobody')
  // Nothing says yet that files are damaged: they are not read.
  await setUp()
  expect(read(kernel)).toBe('spoilt')
  await seen()
  const now = await setUp()
  expect(faults(now)).toEqual([])
  expect(now.components).toContainEqual(expect.objectContaining({ component: 'artefacts', fault: null }))
  expect(read(kernel)).toBe('kernel 1 of one')
  expect(unknown.filter((path) => tree.files.has(path))).toEqual([])
  expect(await t.at(await t.id('one'), id)).toMatchObject({ status: 'ok' })
})

it('a file that cannot be brought again fails its template in words, and not the set-up', async () => {
  const file = new URL(`${t.repository.url}/one/kernel-1`)
  unlinkSync(file)
  write(kernel, 'spoilt')
  await seen()
  expect(faults(await setUp())).toEqual([])
  expect(await t.at(await t.id('one'), id)).toMatchObject({
    status: 'fail',
    status_info: { fault: expect.stringContaining('was damaged, and could not be brought again') },
  })
  writeFileSync(file, 'kernel 1 of one')
  const { body } = await t.put(id, [await t.id('one')])
  for (const task of body.task) expect(await t.ended(task)).toMatchObject({ status: 'complete' })
  expect(await t.at(await t.id('one'), id)).toMatchObject({ status: 'ok' })
})

it('a line that breaks is no reason to read all files again', async () => {
  const at = async (component: string) => {
    const row = await t.api.database.prisma.location_component.findFirstOrThrow({
      where: { location_id: id, component },
    })
    return row.checked_at.getTime()
  }
  const [read, disk] = [await at('artefacts'), await at('disk')]
  server.cut()
  // The disk is noted by a look alone, not when there is no connection.
  await expect.poll(() => at('disk')).toBeGreaterThan(disk)
  expect(await at('artefacts')).toBe(read)
})
