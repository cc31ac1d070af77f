import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../../e2e/support/backups.ts'
import { encodePath } from './names.ts'
import { endFiles } from './session.ts'

let t: Backups
let backup: number
beforeAll(async () => {
  t = await startBackups()
  const vault = await t.location('vault', { quota_mib: 100_000 })
  const id = await t.vm('web', { hdd_mib: 2048 })
  backup = (await t.done(await t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [vault.id] }))).id
})
afterAll(async () => {
  endFiles()
  await t.close()
})

const at = (path: string) => `volume=vda1&path=${encodePath(Buffer.from(path))}`
const file = (what: string, path: string, who = t.ann, more = '') =>
  who.get(`/vm/v3/backup/${backup}/file${what}?${at(path)}${more}`)

it('shows volumes and folders, by the page', async () => {
  const { body } = await t.ann.get(`/vm/v3/backup/${backup}/volume`)
  expect(body.list).toEqual([{ id: 'vda1', type: 'ext', label: 'root', size_mib: 2048, has_files: true }])
  const root = await file('', '')
  expect(root.body.list.map(({ name }: { name: string }) => name)).toEqual([
    'boot',
    'etc',
    'home',
    'srv',
    'tmp',
    'var',
    'bin',
  ])
  const many = await file('', 'srv/many', t.ann, '&offset=600&limit=500')
  expect([many.body.total, many.body.list.length]).toEqual([650, 50])
  const ada = await file('', 'home/ada')
  const odd = ada.body.list.find(({ name }: { name: string }) => name === 'two\uFFFDlines.txt')
  const { body: content } = await t.ann.get(`/vm/v3/backup/${backup}/file/content?volume=vda1&path=${odd.path}`)
  expect(content).toBe('A name with a line end.\n')
})

it('sends files and folders to be saved', async () => {
  const { body, headers } = await file('/content', 'etc/hostname')
  expect(body).toBe('web-1\n')
  expect(headers.get('content-length')).toBe('6')
  expect(headers.get('content-disposition')).toContain('attachment; filename="hostname"')
  const archive = await file('/archive', 'srv/www')
  expect(archive.headers.get('content-disposition')).toContain('www.tar')
  expect(archive.body).toContain('It works')
})

it('refuses what is not there, no file, or no path', async () => {
  expect((await file('', 'nowhere')).status).toBe(404)
  expect((await file('/content', 'etc')).status).toBe(400)
  expect((await file('', 'etc/hostname')).status).toBe(400)
  expect((await t.ann.get(`/vm/v3/backup/${backup}/file?volume=vda1&path=../x`)).status).toBe(400)
  expect((await t.ann.get(`/vm/v3/backup/${backup}/file?volume=vdz9`)).status).toBe(404)
})

it('answers for backups of others, and those that are gone, as if there were none', async () => {
  for (const what of ['', '/content', '/archive']) expect((await file(what, 'etc/hostname', t.bob)).status).toBe(404)
  expect((await file('', '', t.admin)).status).toBe(200)
  await t.database.prisma.backup.update({ where: { id: backup }, data: { deleted_at: new Date() } })
  expect((await file('', '')).status).toBe(404)
  await t.database.prisma.backup.update({ where: { id: backup }, data: { deleted_at: null, state: 'crashed' } })
  expect((await file('', '')).status).toBe(409)
  await t.database.prisma.backup.update({ where: { id: backup }, data: { state: 'active' } })
})

it('says why when no node can help', async () => {
  endFiles()
  await t.database.prisma.node.updateMany({ data: { maintenance_mode: true } })
  const { status, body } = await file('', '')
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('can run a helper guest')])
  await t.database.prisma.node.updateMany({ data: { maintenance_mode: false } })
})
