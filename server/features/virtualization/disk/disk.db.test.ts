import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testApi } from '../../../../e2e/support/api.ts'

let api: Awaited<ReturnType<typeof testApi>>
const host = { ann: 0, bob: 0 }
const disk = { ann: 0, bob: 0 }

beforeAll(async () => {
  api = await testApi()
  const { prisma } = api.database
  const cluster = await prisma.cluster.create({ data: { name: 'c', virtualization_type: 'dummy' } })
  const storage = await prisma.storage.create({ data: { name: 's', type: 'file' } })
  for (const who of ['ann', 'bob'] as const) {
    const account_id = api[who].id
    const row = await prisma.host.create({
      data: {
        name: `of-${who}`,
        internal_name: `dh-${who}`,
        uuid: randomUUID(),
        account_id,
        cluster_id: cluster.id,
        cpu_number: 1,
        ram_mib: 512,
      },
    })
    host[who] = row.id
    const main = { host_id: row.id, account_id, cluster_id: cluster.id, storage_id: storage.id }
    const made = await prisma.disk.create({ data: { ...main, name: 'system', size_mib: 4096, is_main: true } })
    await prisma.disk.create({ data: { ...main, name: `=data-${who}`, size_mib: 8192, boot_order: 2 } })
    disk[who] = made.id
  }
})
afterAll(() => api.close())

it('shows owners their own disks, with what they are attached to', async () => {
  const { status, body } = await api.ann.get('/vm/v3/disk?orderby=id')
  expect(status).toBe(200)
  expect(body.size).toBe(2)
  expect(body.list[0]).toMatchObject({
    id: disk.ann,
    name: 'system',
    size_mib: 4096,
    bus: 'virtio',
    account: { email: 'ann@example.com' },
    storage: { name: 's' },
    host: { id: host.ann, name: 'of-ann', is_main: true, boot_order: 1, bus: 'virtio' },
    node: null,
    cluster: { name: 'c', type: 'file' },
    tags: [],
  })
  expect((await api.admin.get('/vm/v3/disk')).body.size).toBe(4)
})

it('lists the disks of one VM, filtered like any list', async () => {
  const { body } = await api.ann.get(`/vm/v3/host/${host.ann}/disk?where=size_mib GT 5000`)
  expect(body.list.map((row: { name: string }) => row.name)).toEqual(['=data-ann'])
})

it('answers for disk and VM of another account as if there were none', async () => {
  expect((await api.ann.get(`/vm/v3/disk/${disk.bob}`)).status).toBe(404)
  expect((await api.ann.get(`/vm/v3/host/${host.bob}/disk`)).status).toBe(404)
  expect((await api.ann.get(`/vm/v3/disk/${disk.ann}`)).status).toBe(200)
  expect((await api.request('GET', '/vm/v3/disk')).status).toBe(401)
})

it('gives the same rows as a file, and nothing a spreadsheet would run', async () => {
  const { status, body, headers } = await api.ann.get('/api/export/vm/disk.csv?columns=name,size_mib&orderby=id')
  expect(status).toBe(200)
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="disk-\d{4}-\d\d-\d\d\.csv"$/)
  expect(body.split('\r\n')).toEqual(['name,size_mib', 'system,4096', `"'=data-ann",8192`, ''])
})

it('refuses a file to who may not read the list, and a list that does not exist', async () => {
  expect((await api.ann.get('/api/export/vm/node.csv')).status).toBe(403)
  expect((await api.admin.get('/api/export/vm/node.csv')).status).toBe(200)
  expect((await api.request('GET', '/api/export/vm/disk.csv')).status).toBe(401)
  expect((await api.admin.get('/api/export/vm/nothing.csv')).status).toBe(404)
  expect((await api.admin.get('/api/export/vm/host/1.csv')).status).toBe(404)
})

it('refuses a wrong question before the file begins', async () => {
  const wrong = await api.ann.get('/api/export/vm/disk.csv?where=size_mib')
  expect(wrong.status).toBe(400)
  expect(wrong.headers.get('content-type')).toContain('json')
  expect((await api.ann.get('/api/export/vm/disk.csv?columns=secret')).status).toBe(400)
})
