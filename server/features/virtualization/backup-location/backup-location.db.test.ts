import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'
import { unseal } from '../../../db/secrets.ts'
import { openRecovery } from '../../../protocols/chunk-store/recovery.ts'
import { type SftpServer, startSftpServer } from '../../../simulation/peers/sftp/server.ts'
import { FileTree } from '../../../simulation/peers/sftp/tree.ts'
import { taskDefinitions } from '../../../task-definitions.ts'
import { startWorker } from '../../../tasks/worker.ts'
import { checkWhenDue } from './watch.ts'

let api: Awaited<ReturnType<typeof testApi>>
let worker: ReturnType<typeof startWorker>
let tree: FileTree
let server: SftpServer

beforeAll(async () => {
  api = await testApi()
  worker = startWorker({ definitions: taskDefinitions })
})
afterAll(async () => {
  await worker.stop(5000)
  await api.close()
})
beforeEach(async () => {
  tree = new FileTree()
  tree.folders.add('/srv')
  server = await startSftpServer(tree, { login: 'backup', password: 'sesame-of-backup' })
})
afterEach(async () => {
  await settled()
  await server.close()
  await api.database.pool.query('truncate backup_location restart identity cascade')
})

const way = (over: object = {}) => ({
  ip: '127.0.0.1',
  port: server.port,
  login: 'backup',
  password: 'sesame-of-backup',
  path: '/srv/backup',
  ...over,
})
/** All tasks have ended. */
const settled = () =>
  expect.poll(() => api.database.prisma.task.count({ where: { ended_at: null } }), { interval: 20 }).toBe(0)
const read = async (id: number) => (await api.admin.get(`/vm/v3/backup_location/${id}`)).body
async function add(body: object): Promise<number> {
  const answer = await api.admin.post('/vm/v3/backup_location', body)
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200, body: { task: expect.any(Number) } })
  await settled()
  return answer.body.id
}
const problems = async () =>
  (await api.admin.get('/vm/v3/problem')).body.list.filter((one: { kind: string }) => one.kind === 'backup_location')

it('is signed in to, set up and pinned by its check, and keeps its secrets to itself', async () => {
  const id = await add({ name: 'vault', comment: 'Riga', quota_mib: 1000, connection_params: way() })
  const found = await read(id)
  expect(found).toMatchObject({
    name: 'vault',
    comment: 'Riga',
    quota_mib: 1000,
    type: 'ssh',
    state: 'active',
    status: 'ok',
    fault: null,
    connection_params: { ip: '127.0.0.1', port: server.port, login: 'backup', password: '', path: '/srv/backup' },
    has_password: true,
    host_key: expect.stringMatching(/^SHA256:/),
    chunk_mib: 1,
    total_mib: 2 ** 20,
    free_mib: expect.any(Number),
    clusters: [],
  })
  expect(JSON.stringify(found)).not.toContain('sesame')
  expect(tree.names('/srv/backup').sort()).toEqual(['chunks', 'damaged', 'index', 'store', 'tmp', 'trash', 'unknown'])
  expect(tree.names('/srv/backup/chunks')).toHaveLength(256)
  expect(tree.names('/srv/backup/tmp')).toEqual([])
  const row = await api.database.prisma.backup_location.findUniqueOrThrow({ where: { id } })
  expect(row.password).not.toContain('sesame')
  expect(unseal(row.root_key, { table: 'backup_location', id, column: 'root_key' })).toHaveLength(44)
  const audit = await api.database.pool.query('select * from audit')
  expect(JSON.stringify(audit.rows)).not.toContain('sesame')
  expect((await api.ann.get(`/vm/v3/backup_location/${id}`)).status).toBe(403)
})

it.each([
  ['a wrong password', { password: 'wrong' }, 'unreachable', /rejected the sign-in/],
  ['a folder whose parent is missing', { path: '/nowhere/backup' }, 'unreachable', /no such file or folder/],
])('says why it cannot be used: %s', async (_, over, status, words) => {
  const id = await add({ name: 'vault', connection_params: way(over) })
  expect(await read(id)).toMatchObject({ status, state: 'unavailable', fault: expect.stringMatching(words) })
  expect(await problems()).toMatchObject([
    { id, name: 'vault', severity: 'warning', cause: expect.stringMatching(words) },
  ])
  await api.admin.post(`/vm/v3/backup_location/${id}`, { connection_params: way() })
  await settled()
  expect(await read(id)).toMatchObject({ status: 'ok', fault: null })
  expect(await problems()).toEqual([])
})

it('tells a full one, one whose folder is another, and one that is away from each other', async () => {
  const id = await add({ name: 'vault', connection_params: way() })
  const check = async () => {
    await api.admin.post(`/vm/v3/backup_location/${id}/check`, {})
    await settled()
    return read(id)
  }
  tree.free = 100 << 20
  expect(await check()).toMatchObject({
    status: 'full',
    state: 'active',
    fault: expect.stringContaining('MiB are free'),
  })
  tree.free = 2 ** 39
  const marker = tree.files.get('/srv/backup/store')!
  tree.files.set('/srv/backup/store', { ...marker, data: Buffer.from(marker.data.map((byte) => byte ^ 1)) })
  expect(await check()).toMatchObject({ status: 'damaged', fault: expect.stringContaining('another backup location') })
  expect(await problems()).toMatchObject([{ severity: 'fault' }])
  tree.files.set('/srv/backup/store', marker)
  tree.readOnly = true
  expect(await check()).toMatchObject({ status: 'unreachable', fault: expect.stringContaining('may not write') })
  tree.readOnly = false
  expect(await check()).toMatchObject({ status: 'ok' })
})

it('refuses another host key until the address is sent again', async () => {
  const id = await add({ name: 'vault', connection_params: way() })
  const before = (await read(id)).host_key
  await server.newKey()
  await api.admin.post(`/vm/v3/backup_location/${id}/check`, {})
  await settled()
  expect(await read(id)).toMatchObject({
    status: 'unreachable',
    host_key: before,
    fault: expect.stringContaining('SSH key'),
  })
  await api.admin.post(`/vm/v3/backup_location/${id}`, { connection_params: { ip: '127.0.0.1' } })
  await settled()
  const after = await read(id)
  expect(after).toMatchObject({ status: 'ok', has_password: true })
  expect(after.host_key).not.toBe(before)
})

it('is checked again by the worker when that is due', async () => {
  const id = await add({ name: 'vault', connection_params: way(), skip_connection_check: true })
  expect(await read(id)).toMatchObject({ status: 'unknown', state: 'unavailable', host_key: null })
  const signal = AbortSignal.timeout(60_000)
  await checkWhenDue(id, signal)
  expect(await read(id)).toMatchObject({ status: 'unknown' })
  const age = (what: string) =>
    api.database.pool.query(`update backup_location set ${what} = now() - interval '2 hours'`)
  await age('created_at')
  await checkWhenDue(id, signal)
  expect(await read(id)).toMatchObject({ status: 'ok' })
  await server.close()
  await age('checked_at')
  await checkWhenDue(id, signal)
  expect(await read(id)).toMatchObject({ status: 'unreachable', fault: expect.stringContaining('does not answer') })
  server = await startSftpServer(tree, { login: 'backup', password: 'sesame-of-backup' })
})

it('refuses what cannot be, and names the field', async () => {
  await add({ name: 'vault', connection_params: way() })
  const refused = async (body: object, status: number, value: string) => {
    const answer = await api.admin.post('/vm/v3/backup_location', body)
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringContaining(value)])
  }
  await refused({ name: 'vault', connection_params: way({ path: '/srv/other' }) }, 409, 'name')
  await refused({ name: 'two', connection_params: way({ path: '/srv/backup/' }) }, 409, 'vault already has this folder')
  for (const path of ['relative', '/srv/../etc', '/srv/a b', '/srv/./x', '/'])
    await refused({ name: 'two', connection_params: way({ path }) }, 400, 'path')
  await refused({ name: 'two', connection_params: way({ path: '/srv/x', login: '-x' }) }, 400, 'login')
  await refused({ name: 'two', connection_params: way({ path: '/srv/x' }), clusters: [99] }, 400, 'Cluster 99')
  await refused({ name: 'two', connection_params: way({ path: '/srv/x' }), schedules: [7] }, 400, 'schedule 7')
})

it('gives out its keys sealed by a passphrase, audited, and takes them back after the database was lost', async () => {
  const id = await add({ name: 'vault', connection_params: way() })
  const passphrase = 'correct horse battery'
  const answer = await api.admin.post(`/vm/v3/backup_location/${id}/recovery`, { passphrase })
  expect(answer).toMatchObject({ status: 200, body: { file_name: `backup-location-${id}-recovery.json` } })
  expect((await read(id)).recovery_at).not.toBeNull()
  expect((await api.admin.post(`/vm/v3/backup_location/${id}/recovery`, { passphrase: 'short' })).status).toBe(400)
  const audit = await api.database.pool.query(
    `select * from audit where entity = 'backup_location' order by id desc limit 1`,
  )
  expect(JSON.stringify(audit.rows)).not.toContain('horse')
  const file = answer.body.content as string
  await expect(openRecovery(file, 'another passphrase')).rejects.toMatchObject({ kind: 'damaged' })

  expect((await api.admin.delete(`/vm/v3/backup_location/${id}`)).status).toBe(200)
  // With keys of its own a new location may not use the folder.
  const other = await add({ name: 'other', connection_params: way() })
  expect(await read(other)).toMatchObject({ status: 'damaged' })
  await api.admin.delete(`/vm/v3/backup_location/${other}`)
  const bad = { name: 'again', connection_params: way(), recovery: { file, passphrase: 'another passphrase' } }
  expect((await api.admin.post('/vm/v3/backup_location', bad)).status).toBe(400)
  const again = await add({ ...bad, recovery: { file, passphrase } })
  expect(await read(again)).toMatchObject({ status: 'ok' })
})

it('belongs to clusters, is edited and listed', async () => {
  const cluster = await api.database.prisma.cluster.create({ data: { name: 'cl', virtualization_type: 'dummy' } })
  const id = await add({ name: 'vault', connection_params: way(), clusters: [cluster.id], chunk_mib: 4 })
  expect(await read(id)).toMatchObject({ chunk_mib: 4, clusters: [{ id: cluster.id, name: 'cl' }] })
  await api.admin.post(`/vm/v3/backup_location/${id}`, {
    name: 'strong room',
    quota_mib: 0,
    clusters: [],
    type: 'ssh',
  })
  await settled()
  const { list } = (await api.admin.get(`/vm/v3/backup_location?where=name CP '%strong%'`)).body
  expect(list).toMatchObject([{ id, name: 'strong room', quota_mib: null, clusters: [], status: 'ok' }])
})

it('keeps its password when it is sent back as it was shown, and forgets it when that is asked for', async () => {
  const id = await add({ name: 'vault', connection_params: way() })
  const { connection_params } = await read(id)
  const edit = (params: object) =>
    api.admin.post(`/vm/v3/backup_location/${id}`, { connection_params: params, skip_connection_check: true })
  expect((await edit(connection_params)).status).toBe(200)
  expect(await read(id)).toMatchObject({ has_password: true })
  expect((await edit({ has_password: false })).status).toBe(200)
  expect(await read(id)).toMatchObject({ has_password: false })
})
