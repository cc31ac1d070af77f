import { once } from 'node:events'
import { readdirSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { ACCOUNT_IMAGES } from '../../../domain/iso/kinds.ts'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { hostileIsos } from '../../../protocols/image-content/hostile-fixture.ts'
import { publicGuard, repositoryGuard } from '../repository/http.ts'
import { clearAwayUploads, removeOrphans } from './clear-away.ts'
import { isoOf, offsetOf, ownDataFolder, patch, send, sumOf } from './fixture.ts'
import { readFrom } from './folder.ts'

const data = ownDataFolder()
const image = isoOf('LIBRARY', 300_000)
let t: Awaited<ReturnType<typeof testCluster>>
let server: Server
let address: string
const asked: { url: string; range: string | undefined }[] = []
beforeAll(async () => {
  t = await testCluster()
  server = createServer((request, response) => {
    const url = request.url ?? ''
    const { range } = request.headers
    asked.push({ url, range })
    if (url === '/good.iso') return void response.end(image)
    if (url === '/moved.iso') return void response.writeHead(302, { location: '/good.iso' }).end()
    if (url === '/away.iso') return void response.writeHead(302, { location: 'http://169.254.169.254/a.iso' }).end()
    if (url === '/loop.iso') return void response.writeHead(302, { location: '/loop.iso' }).end()
    if (url === '/page.iso') return void response.end('<html>'.repeat(200_000))
    const hostile = /^\/hostile-(\d+)\.iso$/.exec(url)?.[1]
    if (hostile !== undefined) return void response.end(hostileIsos[Number(hostile)]?.bytes)
    if (url === '/breaks.iso') {
      const from = Number(/^bytes=(\d+)-/.exec(range ?? '')?.[1] ?? 0)
      const head = { etag: '"one"', 'content-length': image.length - from }
      response.writeHead(from > 0 ? 206 : 200, head)
      if (from > 0) return void response.end(image.subarray(from))
      response.write(image.subarray(0, 150_000), () => response.destroy())
      return
    }
    response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await t.close()
  data.remove()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const begin = (who: typeof t.ann, body: object = {}) =>
  who.post('/vm/v3/os/iso/upload', { iso_file_name: 'a.iso', size_bytes: image.length, ...body })
const record = async (id: number, who = t.admin) => (await who.get(`/vm/v3/os/iso/${id}`)).body
const files = () => readdirSync(path.join(data.path, 'iso')).filter((name) => name !== 'instance')
/** Servers of tests are on loopback. */
const openGuards = () => {
  vi.spyOn(publicGuard, 'may').mockReturnValue(true)
  vi.spyOn(repositoryGuard, 'may').mockReturnValue(true)
}

it('takes an upload in parts, whichever process gets them, and computes its checksum', async () => {
  const begun = await begin(t.ann, {
    iso_file_name: 'C:\\isos\\install.iso',
    os_type: 'linux',
    tags: ['x'],
    comment: 'mine',
  })
  expect(begun).toMatchObject({ status: 200, body: { upload: `/vm/v3/iso_upload/${begun.body.id}` } })
  const at = begun.body.upload
  // Another process of the panel has an API of its own, on the same database and data folder.
  const { makeApi } = await import('../../../api/app.ts')
  const app = makeApi({ trustedProxies: [], remoteAddress: () => '127.0.0.1' })
  const other = { handle: (request: Request) => app.fetch(request, {}) }
  const part = (from: number, to: number) => image.subarray(from, to)
  expect((await patch(t.api, t.ann, at, 0, part(0, 100_000))).status).toBe(204)
  expect(await offsetOf(other, t.ann, at)).toBe(100_000)
  expect((await patch(other, t.ann, at, 100_000, part(100_000, 200_000))).status).toBe(204)
  // Late, early, and too much: nothing is changed by it.
  expect((await patch(t.api, t.ann, at, 100_000, part(100_000, 200_000))).status).toBe(409)
  expect((await patch(t.api, t.ann, at, 250_000, part(250_000, 260_000))).status).toBe(409)
  expect((await patch(t.api, t.ann, at, 200_000, Buffer.alloc(image.length))).status).toBe(413)
  // Of two for the same place one wins.
  const race = await Promise.all([t.api, other].map((door) => patch(door, t.ann, at, 200_000, part(200_000, 210_000))))
  expect(race.map(({ status }) => status).sort()).toEqual([204, 409])
  expect(await record(begun.body.id, t.ann)).toMatchObject({
    state: 'uploading',
    received: 210_000,
    name: 'install.iso',
  })
  await send(other, t.ann, at, image, 64 * 1024)
  await t.done(begun)
  expect(await record(begun.body.id, t.ann)).toMatchObject({
    state: 'ready',
    sha256: sumOf(image),
    size_bytes: image.length,
    os_group: 'linux',
    tags: ['x'],
    comment: 'mine',
    external: false,
    account: { id: t.ann.id },
    current_mounts: 0,
  })
  // It is there: what is sent to it is refused.
  expect(await offsetOf(t.api, t.ann, at)).toBe(image.length)
  expect((await patch(t.api, t.ann, at, 0, part(0, 10))).status).toBe(404)
})

it('who is asking comes first, then the size, then the bytes', async () => {
  const { body } = await begin(t.ann)
  const bytes = image.subarray(0, 100)
  expect((await patch(t.api, { token: 'nobody' }, body.upload, 0, bytes)).status).toBe(401)
  expect((await patch(t.api, t.bob, body.upload, 0, bytes)).status).toBe(404)
  expect(await offsetOf(t.api, t.bob, body.upload)).toBe(-404)
  expect((await patch(t.api, t.ann, body.upload, 0, bytes, { 'content-length': String(64 << 20) })).status).toBe(413)
  expect((await patch(t.api, t.ann, body.upload, 0, bytes, { 'content-type': 'text/plain' })).status).toBe(400)
  expect((await patch(t.api, t.ann, body.upload, 0, bytes, { 'tus-resumable': '0.2' })).status).toBe(400)
  expect((await patch(t.api, t.ann, body.upload, 0, bytes, { 'upload-offset': '-1' })).status).toBe(400)
  expect((await patch(t.api, t.ann, `${body.upload}x`, 0, bytes)).status).toBe(404)
  expect((await record(body.id)).received).toBe(0)
})

it('what is no ISO image is refused, and leaves nothing', async () => {
  const before = files().length
  const qcow2 = Buffer.concat([Buffer.from('QFI\xfb', 'latin1'), image.subarray(4)])
  const damaged = Buffer.from(image)
  damaged.writeUInt32LE(0x7fffffff, 16 * 2048 + 80)
  for (const bytes of [
    qcow2,
    damaged,
    Buffer.alloc(image.length),
    Buffer.alloc(10, 'x'),
    ...hostileIsos.map((one) => one.bytes),
  ]) {
    const begun = await begin(t.ann, { size_bytes: bytes.length })
    const sent = await send(t.api, t.ann, begun.body.upload, bytes).then(
      () => 'sent',
      (fault: Error) => fault.message,
    )
    if (sent !== 'sent') {
      // Judged by its beginning: the rest is not asked for.
      expect(sent).toMatch(/^400.*ISO image/)
      await t.done(await t.ann.delete(`/vm/v3/os/iso/${begun.body.id}`))
    } else {
      const task = await t.ended(begun.body.task)
      expect(task).toMatchObject({ status: 'failed', error: { msg: expect.stringMatching(/ISO image/) } })
      expect(await record(begun.body.id)).toMatchObject({ state: 'failed', fault: expect.stringMatching(/ISO image/) })
      await t.done(await t.ann.delete(`/vm/v3/os/iso/${begun.body.id}`))
    }
  }
  expect(files()).toHaveLength(before)
})

it('a checksum that is not the one that was said is refused', async () => {
  const begun = await begin(t.ann, { sha256: 'A'.repeat(64) })
  await send(t.api, t.ann, begun.body.upload, image)
  expect(await t.ended(begun.body.task)).toMatchObject({
    status: 'failed',
    error: { msg: expect.stringMatching(/SHA-256/) },
  })
  await t.done(await t.ann.delete(`/vm/v3/os/iso/${begun.body.id}`))
})

it('an upload that stops is cleared away, and one that is called off at once', async () => {
  const before = files().length
  const [one, two] = [await begin(t.ann), await begin(t.ann)]
  for (const { body } of [one, two]) await patch(t.api, t.ann, body.upload, 0, image.subarray(0, 1000))
  await t.database.pool.query(`update iso set expires_at = now() - interval '1 minute' where id = $1`, [one.body.id])
  await clearAwayUploads()
  expect(await t.ended(one.body.task)).toMatchObject({ status: 'aborted' })
  const headers = { 'x-xsrf-token': t.ann.token, 'tus-resumable': '1.0.0' }
  const off = await t.api.handle(new Request(`http://panel.test${two.body.upload}`, { method: 'DELETE', headers }))
  expect(off.status).toBe(204)
  expect(await t.ended(two.body.task)).toMatchObject({ status: 'aborted' })
  for (const { body } of [one, two]) expect((await t.ann.get(`/vm/v3/os/iso/${body.id}`)).status).toBe(404)
  expect(files()).toHaveLength(before)
})

it('fetches along redirects, goes on where a transfer broke, and stops at what is no ISO image', async () => {
  openGuards()
  const fetched = await t.done(await t.ann.post('/vm/v3/os/iso', { url: `${address}/moved.iso`, name: 'Moved' }))
  expect(await record(fetched.id)).toMatchObject({
    state: 'ready',
    name: 'Moved',
    external: true,
    sha256: sumOf(image),
  })
  const broken = await t.done(
    await t.admin.post('/vm/v3/os/iso', { url: `${address}/breaks.iso`, sha256: sumOf(image) }),
  )
  expect(await record(broken.id)).toMatchObject({ state: 'ready', name: 'breaks.iso', size_bytes: image.length })
  expect(asked.filter(({ url }) => url === '/breaks.iso').map(({ range }) => range)).toEqual([
    undefined,
    expect.stringMatching(/^bytes=[1-9]\d+-$/),
  ])
  for (const [file, words] of [
    ['page.iso', /no ISO 9660/],
    ['absent.iso', /answered 404/],
    ['loop.iso', /redirects/],
    ...hostileIsos.map(({ words }, n) => [`hostile-${n}.iso`, words] as const),
  ] as const) {
    const answer = await t.admin.post('/vm/v3/os/iso', { url: `${address}/${file}` })
    const task = await t.ended(answer.body.task)
    expect([file, task.status, task.error?.msg]).toEqual([file, 'failed', expect.stringMatching(words)])
    expect(await record(answer.body.id)).toMatchObject({ state: 'failed', fault: expect.stringMatching(words) })
    await t.done(await t.admin.delete(`/vm/v3/os/iso/${answer.body.id}`))
  }
})

it.each([
  'file:///etc/passwd',
  'gopher://127.0.0.1/x',
  'ftp://images.example/a.iso',
  'http://user:secret@images.example/a.iso',
  'http://',
  '/srv/a.iso',
  'http://images.example/a b.iso',
])('an address that is none is refused at once: %s', async (url) => {
  expect(await t.ann.post('/vm/v3/os/iso', { url })).toMatchObject({ status: 400, body: { error: { value: 'url' } } })
})

const tried = async (who: typeof t.ann, url: string) => {
  const answer = await who.post('/vm/v3/os/iso', { url })
  const { status, error } = await t.ended(answer.body.task)
  await t.done(await who.delete(`/vm/v3/os/iso/${answer.body.id}`))
  return [status, error?.msg] as const
}

it('the panel does not fetch from itself, and for users not from inner networks', async () => {
  const { port } = new URL(address)
  const before = asked.length
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '169.254.169.254', '[fe80::1]'])
    expect(await tried(t.admin, `http://${host}:${port}/good.iso`), host).toEqual([
      'failed',
      expect.stringMatching(/no place/),
    ])
  for (const host of ['10.1.2.3', '192.168.0.1', '172.16.0.9', '100.64.0.1', '[fd12::1]', '198.18.0.1', '127.0.0.1'])
    expect(await tried(t.ann, `http://${host}:${port}/good.iso`), host).toEqual([
      'failed',
      expect.stringMatching(/not a public address/),
    ])
  expect(asked.length).toBe(before)
})

it('a redirect is looked at like the address itself', async () => {
  const own = new URL(address).hostname
  vi.spyOn(repositoryGuard, 'may').mockImplementation((one) => one === own)
  expect(await tried(t.admin, `${address}/away.iso`)).toEqual([
    'failed',
    expect.stringMatching(/169\.254\.169\.254 is no place/),
  ])
})

it('an account has its own images and those for all, and so many', async () => {
  const { prisma } = t.database
  const own = { account_id: t.bob.id, os_group: 'other', state: 'failed' }
  await prisma.iso.createMany({
    data: Array.from({ length: ACCOUNT_IMAGES - 1 }, (_, n) => ({ ...own, name: `n${n}` })),
  })
  const answers = await Promise.all([begin(t.bob), begin(t.bob)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.error.msg).toMatch(/delete one first/)
  const listed = (await t.bob.get(`/vm/v3/os/iso?limit=100&where=account EQ ${t.bob.id}`)).body.list as unknown[]
  expect(listed).toHaveLength(ACCOUNT_IMAGES)
  expect((await t.bob.get(`/vm/v3/os/iso?where=account EQ ${t.ann.id}`)).body.list).toEqual([])
  const mine = (await t.ann.get(`/vm/v3/os/iso?where=account EQ ${t.ann.id}`)).body.list[0]
  expect((await t.bob.get(`/vm/v3/os/iso/${mine.id}`)).status).toBe(404)
  expect((await t.ann.post(`/vm/v3/os/iso/${mine.id}`, { for_all: true })).status).toBe(403)
  await t.done(await t.admin.post(`/vm/v3/os/iso/${mine.id}`, { for_all: true, clusters: [t.cluster] }))
  expect((await t.bob.get(`/vm/v3/os/iso/${mine.id}`)).body).toMatchObject({
    for_all: true,
    clusters: [{ id: t.cluster }],
  })
  expect((await t.bob.delete(`/vm/v3/os/iso/${mine.id}`)).status).toBe(403)
  await t.done(await t.ann.post(`/vm/v3/os/iso/${mine.id}`, { name: 'renamed', comment: '' }))
  expect(await record(mine.id)).toMatchObject({ name: 'renamed', comment: null })
})

it('a repository offers images, which are fetched when they are first needed', async () => {
  const repository_id = (await t.admin.get('/vm/v3/repository')).body.list[0].id
  const offered = { name: 'Offered', file: 'iso/offered.iso', sha256: '1'.repeat(64), size_bytes: 1000, later: 1 }
  expect((await t.ann.post('/vm/v3/os/iso/save', { repository_id, images: [] })).status).toBe(403)
  expect(await t.admin.post('/vm/v3/os/iso/save', { repository_id: 999, images: [] })).toMatchObject({ status: 400 })
  for (const hostile of [
    { file: '../secret' },
    { file: '/etc/passwd' },
    { sha256: 'x' },
    { size_bytes: 2 ** 52 },
    { name: '' },
  ])
    expect(
      (await t.admin.post('/vm/v3/os/iso/save', { repository_id, images: [{ ...offered, ...hostile }] })).status,
    ).toBe(400)
  expect((await t.admin.post('/vm/v3/os/iso/save', { repository_id, images: [offered, offered] })).status).toBe(400)
  expect(await t.admin.post('/vm/v3/os/iso/save', { repository_id, images: [offered] })).toMatchObject({
    status: 200,
    body: {},
  })
  const list = async () => (await t.bob.get("/vm/v3/os/iso?where=state EQ 'offered'")).body.list
  expect(await list()).toMatchObject([{ name: 'Offered', repository: 'test', for_all: true, image_size_mib: 1 }])
  await t.admin.post('/vm/v3/os/iso/save', { repository_id, images: [] })
  expect(await list()).toEqual([])
  const begun = await t.admin.post(`/vm/v3/repository/${repository_id}/iso/upload`, { iso_file_name: 'b.iso' })
  expect((await patch(t.api, t.admin, begun.body.upload, 0, image.subarray(0, 9))).status).toBe(400)
  await send(t.api, t.admin, begun.body.upload, image, 1 << 20, { 'upload-length': String(image.length) })
  await t.done(begun)
  expect(await record(begun.body.id, t.bob)).toMatchObject({ state: 'ready', repository: 'test', account: null })
})

it('an image is fetched into a repository for all accounts, by administrators and from inner addresses too', async () => {
  openGuards()
  const repository_id = (await t.admin.get('/vm/v3/repository')).body.list[0].id
  const at = (id: number) => `/vm/v3/repository/${id}/iso/download`
  const url = `${address}/moved.iso`
  expect((await t.ann.post(at(repository_id), { url })).status).toBe(403)
  expect((await t.admin.post(at(99_999), { url })).status).toBe(404)
  expect(await t.admin.post(at(repository_id), { url: 'file:///etc/passwd' })).toMatchObject({
    ...{ status: 400, body: { error: { value: 'url' } } },
  })
  const { id } = await t.done(await t.admin.post(at(repository_id), { url }))
  expect(await record(id, t.bob)).toMatchObject({
    ...{ name: 'moved.iso', state: 'ready', sha256: sumOf(image), size_bytes: image.length },
    ...{ repository: 'test', account: null, for_all: true, external: false },
  })
  const bad = await t.admin.post(at(repository_id), { url: `${address}/page.iso` })
  expect(await t.ended(bad.body.task)).toMatchObject({
    ...{ status: 'failed', error: { msg: expect.stringMatching(/no ISO 9660/) } },
  })
  await t.done(await t.admin.delete(`/vm/v3/os/iso/${bad.body.id}`))
  await t.done(await t.admin.delete(`/vm/v3/os/iso/${id}`))
})

it('images of another data folder are forgotten by deletion and expiry, and their file is cleared away there', async () => {
  const { id } = (await t.ann.get(`/vm/v3/os/iso?where=state EQ 'ready' AND account EQ ${t.ann.id}`)).body.list[0]
  const upload = await begin(t.admin)
  await patch(t.api, t.admin, upload.body.upload, 0, image.subarray(0, 1000))
  const placed = await t.database.prisma.iso.findMany({ where: { id: { in: [id, upload.body.id] } } })
  const before = panelSettings()
  setPanelSettings({ ...before, dataDirectory: path.join(data.path, 'elsewhere') })
  try {
    await expect(readFrom(placed[0] ?? { file: null, folder: null }, 0)).rejects.toThrow(/another data folder/)
    const { status, output } = await t.ended((await t.admin.delete(`/vm/v3/os/iso/${id}`)).body.task)
    expect([status, output]).toEqual(['complete', { file: 'elsewhere' }])
    await t.database.pool.query(`update iso set expires_at = now() - interval '1 minute' where id = $1`, [
      upload.body.id,
    ])
    await clearAwayUploads()
    expect(await t.ended(upload.body.task)).toMatchObject({ status: 'aborted' })
  } finally {
    setPanelSettings(before)
  }
  for (const one of [id, upload.body.id]) expect((await t.admin.get(`/vm/v3/os/iso/${one}`)).status).toBe(404)
  const left = () => files().filter((name) => placed.some(({ file }) => file === name))
  expect(left()).toHaveLength(2)
  await removeOrphans(Date.now() + 2 * 3600_000)
  expect(left()).toEqual([])
})
