import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { ACCOUNT_BYTES } from '../../../domain/iso/kinds.ts'
import { publicGuard } from '../repository/http.ts'
import { isoFetchTask } from './fetch-task.ts'
import { isoOf, ownDataFolder, patch } from './fixture.ts'
import { dataRoom, newPlace } from './folder.ts'
import { reserve } from './reserve.ts'

const GIB = 2 ** 30
const data = ownDataFolder()
const image = isoOf('ROOM', 300_000)
let t: Awaited<ReturnType<typeof testCluster>>
let server: Server
let address: string
beforeAll(async () => {
  t = await testCluster()
  // Without a length: in chunks.
  server = createServer((_, response) => {
    response.write(image.subarray(0, 100_000))
    response.end(image.subarray(100_000))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  vi.restoreAllMocks()
  await t.database.pool.query('delete from iso')
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await t.close()
  data.remove()
})

const begin = (who: typeof t.ann, size_bytes: number) =>
  who.post('/vm/v3/os/iso/upload', { iso_file_name: 'a.iso', size_bytes })
const row = async (account_id: number | null, about: object = {}) => ({
  ...(await t.database.prisma.iso.create({
    data: { name: 'on its way', account_id, os_group: 'other', state: 'downloading', ...(await newPlace()), ...about },
  })),
  ...(await newPlace()),
})
const free = (bytes: number) => vi.spyOn(dataRoom, 'free').mockResolvedValue(bytes)

it('images that are fetched at the same time share the quota of their account', async () => {
  const rows = await Promise.all([0, 1, 2, 3].map(() => row(t.ann.id)))
  const folder = rows[0]?.folder ?? ''
  await t.database.prisma.iso.updateMany({ data: { folder } })
  free(1000 * GIB)
  const ends = await Promise.allSettled(rows.map((one) => reserve({ ...one, folder }, 0, ACCOUNT_BYTES / 2)))
  expect(ends.map(({ status }) => status).sort()).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
  expect((await begin(t.ann, 1000)).body.error.msg).toMatch(/40 GiB together/)
})

it('the data folder promises its room once, to uploads and to what is fetched', async () => {
  free(10 * GIB)
  const answers = await Promise.all([t.ann, t.bob, t.admin].map((who) => begin(who, 6 * GIB)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error.msg).toMatch(/room for 4096 MiB/)
  const one = await row(t.admin.id)
  await t.database.prisma.iso.updateMany({ data: { folder: one.folder } })
  await expect(reserve(one, 0, 5 * GIB)).rejects.toThrow(/room for 4096 MiB/)
  await reserve(one, 0, 4 * GIB)
  // What is there of it takes room of the file system itself, and is no promise any more.
  await reserve(one, 3 * GIB, 4 * GIB)
  free(7 * GIB)
  await expect(reserve(one, 3 * GIB, 5 * GIB)).rejects.toThrow(/room for 1024 MiB/)
})

it('an upload stops when the room that it was promised is taken by others', async () => {
  const { body } = await begin(t.ann, image.length)
  free(-1)
  const answer = await patch(t.api, t.ann, body.upload, 0, image.subarray(0, 100_000))
  expect([answer.status, await answer.text()]).toEqual([409, expect.stringMatching(/room for 0 MiB/)])
  vi.restoreAllMocks()
  expect((await patch(t.api, t.ann, body.upload, 0, image.subarray(0, 100_000))).status).toBe(204)
})

it('a fetch without a known size ends in words at the quota and at the room, and leaves nothing counted', async () => {
  vi.spyOn(publicGuard, 'may').mockReturnValue(true)
  await row(t.ann.id, { state: 'ready', size_bytes: BigInt(ACCOUNT_BYTES - 1000) })
  const full = await t.ann.post('/vm/v3/os/iso', { url: `${address}/a.iso` })
  expect((await t.ended(full.body.task)).error?.msg).toMatch(/40 GiB together/)
  free(1000)
  const none = await t.bob.post('/vm/v3/os/iso', { url: `${address}/a.iso` })
  expect((await t.ended(none.body.task)).error?.msg).toMatch(/room for 0 MiB/)
  vi.spyOn(dataRoom, 'free').mockRestore()
  const good = await t.bob.post('/vm/v3/os/iso', { url: `${address}/a.iso` })
  expect((await t.ended(good.body.task)).status).toBe('complete')
  const rows = await t.database.prisma.iso.findMany({ where: { account_id: t.bob.id }, orderBy: { id: 'asc' } })
  expect(rows.map(({ state, received, reserved }) => [state, Number(received), Number(reserved)])).toEqual([
    ['failed', 0, 0],
    ['ready', image.length, 0],
  ])
})

it('one account has not all places at which images are fetched', () => {
  const limits = isoFetchTask.limits?.({ iso_id: 1, anywhere: false, account_id: 7 }) ?? []
  expect(limits.map(({ key }) => key)).toEqual(['iso_fetch', 'iso_fetch:7'])
  expect(limits[1]?.capacity).toBeLessThan(limits[0]?.capacity ?? 0)
})
