import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { nodeDown, nodeUp } from '../../../../e2e/lab/api.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { cephAccess } from './ceph.ts'
import { cephLab } from './ceph-lab-fixture.ts'

const { lab, api, cluster, monitor, node, ceph, on, images, ...panel } = await cephLab()
const { done, ended, attach, create, host, inGuest, guestIs } = panel
afterAll(() => panel.close())

/** As a node is connected, but for what is done on the node. */
async function cephAccessOf(id: number) {
  const row = await api.database.prisma.storage.findUniqueOrThrow({ where: { id } })
  return cephAccess(row, { rbd_pool_name: 'vms' })(soon())
}

describe('a storage of Ceph', () => {
  let id = 0
  let at = ''
  let vm = 0
  let address = ''
  const state = async () => (await api.admin.get(`/vm/v3/storage/${id}`)).body

  beforeAll(async () => {
    await done(await attach(node))
    ;({ id, at } = await panel.addCeph('ceph', 'vms'))
  })

  it('is attached: pool and user are made, and only the nodes have the key', async () => {
    await panel.attachCeph(at, 'vms')
    expect(await state()).toMatchObject({ state: 'active', is_network: true, node_count: 1 })
    expect((await state()).total_mib).toBeGreaterThan(1000)
    const key = await ceph('ceph', 'auth', 'get-key', 'client.datahall-vms')
    expect(await on('cat', '/etc/ceph/datahall-vms.key')).toBe(key)
    expect(await on('stat', '-c', '%a %U', '/etc/ceph/datahall-vms.key')).toBe('600 root')
    expect(await on('virsh', '-q', 'secret-list')).toContain('ceph datahall-vms')
    expect(await on('ls', '/etc/ceph')).not.toContain('.xml')
    // No table of the panel holds it: neither task, audit record, nor log.
    const { rows } = await api.database.pool.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    for (const { name } of rows) {
      const held = await api.database.pool.query(
        `select 1 from "${name}" t where position($1 in t::text) > 0 limit 1`,
        [key],
      )
      expect([name, held.rowCount]).toEqual([name, 0])
    }
  })

  it('has a VM that is made of an image, runs from it, and grows', async () => {
    vm = (await done(await create({ name: 'on-ceph', node: undefined, storage: id }))).id
    const row = await host(vm)
    address = row.ip4[0].ip
    expect(await images('vms')).toEqual([expect.stringContaining(row.internal_name)])
    expect(await on('virsh', 'domblklist', row.internal_name)).toContain('vms/')
    await guestIs('on-ceph', address)
    await done(await api.ann.post(`/vm/v3/disk/${row.disk.id}`, { size_mib: 320 }))
    expect(Number(await inGuest(address, 'cat /sys/block/vda/size')) / 2048).toBe(320)
  })

  it('takes a VM back to a snapshot that was taken while it ran', async () => {
    await inGuest(address, 'echo good > /root/note; sync')
    const taken = await done(await api.ann.post(`/vm/v3/host/${vm}/snapshot`, { name: 'clean' }))
    await inGuest(address, 'echo broken > /root/note; rm -f /etc/passwd; sync')
    await done(await api.ann.post(`/vm/v3/snapshot/${taken.id}/revert`))
    await guestIs('on-ceph', address)
    expect(await inGuest(address, 'cat /root/note')).toBe('good')
    await done(await api.ann.delete(`/vm/v3/snapshot/${taken.id}`))
    const [image] = await images('vms')
    expect(JSON.parse(await ceph('rbd', 'snap', 'ls', `vms/${image}`, '--format', 'json'))).toEqual([])
  })

  it('grows while the VM is off, and starts again', async () => {
    await done(await api.ann.post(`/vm/v3/host/${vm}/stop`, { force: true }))
    const { disk } = await host(vm)
    await done(await api.ann.post(`/vm/v3/disk/${disk.id}`, { size_mib: 384 }))
    await done(await api.ann.post(`/vm/v3/host/${vm}/start`))
    await guestIs('on-ceph', address)
    expect(Number(await inGuest(address, 'cat /sys/block/vda/size')) / 2048).toBe(384)
  })

  it('keeps a disk that moves to another storage while the VM runs, and back', async () => {
    const { disk } = await host(vm)
    const file = (await api.admin.get('/vm/v3/storage?where=kind EQ file')).body.list[0].id
    await inGuest(address, 'echo carried > /root/note; sync')
    await done(await api.admin.post(`/vm/v3/disk/${disk.id}/migrate`, { storage: file }))
    expect(await images('vms')).toEqual([])
    await done(await api.admin.post(`/vm/v3/disk/${disk.id}/migrate`, { storage: id }))
    expect(await images('vms')).toHaveLength(1)
    expect(await inGuest(address, 'cat /root/note')).toBe('carried')
  })

  it('says so when redundancy is lost', async () => {
    await ceph('ceph', 'osd', 'pool', 'set', 'vms', 'size', '2')
    await panel.until('the pool has too few copies', async () => {
      await done(await api.admin.post(`${at}/check`, {}))
      return (await state()).state === 'degraded'
    })
    expect((await state()).error).toMatch(/Redundancy is lost: .*(degraded|undersized)/)
    await ceph('ceph', 'osd', 'pool', 'set', 'vms', 'size', '1', '--yes-i-really-mean-it')
    await panel.until('the pool is whole', async () => {
      await done(await api.admin.post(`${at}/check`, {}))
      return (await state()).state === 'active'
    })
  })

  it('refuses a monitor host with another key until a person connects it anew', async () => {
    await api.database.prisma.storage.update({ where: { id }, data: { host_key: 'SHA256:another' } })
    const known = await on('cat', '/etc/ceph/datahall-vms.conf')
    const connect = () => api.admin.post(`/vm/v3/cluster/${cluster}/storage/${id}/ceph_connect`, {})
    await expect(cephAccessOf(id)).rejects.toThrow(/SSH key of the monitor host .* changed/)
    await done(await connect())
    expect(await on('cat', '/etc/ceph/datahall-vms.conf')).toBe(known)
  })

  it('says so when the monitors do not answer, and is well again by itself', async () => {
    await nodeDown(lab, monitor.index, 'ceph')
    try {
      const check = await api.admin.post(`${at}/check`, {})
      expect(await ended(check.body.task)).toMatchObject({
        status: 'failed',
        error: { msg: expect.stringMatching(/monitors of Ceph do not answer/) },
      })
      expect(await state()).toMatchObject({ state: 'failed' })
    } finally {
      await nodeUp(lab, monitor.index, 'ceph')
    }
    await done(await api.admin.post(`${at}/check`, {}))
    expect(await state()).toMatchObject({ state: 'active', error: null })
  })

  it('leaves nothing behind', async () => {
    await done(await api.ann.delete(`/vm/v3/host/${vm}`))
    expect(await images('vms')).toEqual([])
    await api.admin.delete(at)
    await panel.until('the node has let go', async () => !(await on('ls', '/etc/ceph')).includes('datahall-vms'))
    expect(await on('virsh', '-q', 'secret-list')).not.toContain('datahall-vms')
  })
})
