import { expect, it } from 'vitest'
import { backUp } from '../../../../e2e/support/backed-up.ts'
import type { hostLab } from '../host/lab-fixture.ts'

type Env = {
  panel: Awaited<ReturnType<typeof hostLab>>
  /** Where the VM runs. */
  node: { name: string; address: string; ssh_port: number; user: string; password: string }
  /** What a shell command on it prints. */
  on: (script: string) => Promise<string>
  type: 'lvm' | 'zfs'
  /** How pages call the kind. */
  kind: string
  virt_pool: object
  /** What the path of a volume begins with. */
  root: string
  /** Names of all volumes there are. */
  volumes: () => Promise<string[]>
}

const vault = '/var/lib/volumes-vault'

/** What is done with a real guest whose disk is a volume that is no file. */
export function vmOnVolumes(env: Env): void {
  const { panel, node, on, type, virt_pool, root, volumes } = env
  const { api, cluster, done, attach, create, host, inGuest, guestIs } = panel
  const name = `on-${type}`
  let storage = 0
  let id = 0
  let disk = 0
  let address = ''
  let sum = ''

  const path = async () => (await api.database.prisma.disk.findUniqueOrThrow({ where: { id: disk } })).path ?? ''
  const checksum = () => inGuest(address, 'sha256sum /root/data | cut -d" " -f1')
  const move = async (to: number) => done(await api.admin.post(`/vm/v3/disk/${disk}/migrate`, { storage: to }))

  it('is made of an image, starts, and lets its owner in', async () => {
    await done(await attach(node))
    storage = (await api.admin.post('/vm/v3/storage', { name: 'volumes', type, storage_params: {} })).body.id
    const at = `/vm/v3/cluster/${cluster}/storage/${storage}`
    await done(await api.admin.post(at, { virt_pool }))
    expect((await api.admin.get(`/vm/v3/storage/${storage}`)).body).toMatchObject({ state: 'active', node_count: 1 })
    id = (await done(await create({ name, node: undefined, storage }))).id
    disk = (await api.admin.get(`/vm/v3/host/${id}/disk`)).body.list[0].id
    const { internal_name, ip4 } = await host(id)
    address = ip4[0].ip
    expect(await on(`virsh domblklist ${internal_name}`)).toContain(`${root}/${internal_name}-`)
    await guestIs(name, address)
    await inGuest(address, 'dd if=/dev/urandom of=/root/data bs=1M count=20 2>/dev/null; sync')
    sum = await checksum()
  })

  it('has no snapshots, in one sentence', async () => {
    expect(await api.admin.post(`/vm/v3/host/${id}/snapshot`, { name: 'before' })).toMatchObject({
      body: { error: { msg: expect.stringContaining(`kind ${env.kind}, where there are no snapshots`) } },
    })
  })

  it('grows while it runs, and the guest sees it', async () => {
    await done(await api.admin.post(`/vm/v3/disk/${disk}`, { size_mib: 320 }))
    expect((await api.admin.get(`/vm/v3/disk/${disk}`)).body).toMatchObject({ size_mib: 320 })
    expect(await inGuest(address, 'cat /sys/block/vda/size')).toBe(String((320 << 20) / 512))
  })

  it('is backed up while it runs, and restored into another volume', async () => {
    await on(`mkdir -p ${vault}`)
    const { address: ip, ssh_port: port, user: login, password } = node
    const way = { name: 'vault', connection_params: { ip, port, login, password, path: vault } }
    const location = (await done(await api.admin.post('/vm/v3/backup_location', way))).id
    const [backup] = await backUp(api as never, location, id)
    const before = await path()
    await inGuest(address, 'echo broken > /root/data; sync')
    await done(await api.ann.post(`/vm/v3/host/${id}/restore`, { backup }))
    await guestIs(name, address)
    expect(await checksum()).toBe(sum)
    expect(await path()).not.toBe(before)
    expect(await volumes()).toEqual([(await path()).split('/').at(-1)])
    await on(`rm -rf ${vault}`)
  })

  it('moves to a folder and back, running and stopped, with what is on it', async () => {
    const first = (await api.database.prisma.cluster_storage.findFirstOrThrow({ where: { is_main: true } })).storage_id
    await move(first)
    expect(await path()).toMatch(/^\/vm\/.*\.qcow2$/)
    expect(await volumes()).toEqual([])
    expect(await checksum()).toBe(sum)
    await move(storage)
    expect(await path()).toMatch(new RegExp(`^${root}/`))
    expect(await checksum()).toBe(sum)
    await done(await api.ann.post(`/vm/v3/host/${id}/stop`, { force: true }))
    await move(first)
    await move(storage)
    expect(await on('ls /vm')).not.toContain('.qcow2')
    await done(await api.ann.post(`/vm/v3/host/${id}/start`))
    await guestIs(name, address)
    expect(await checksum()).toBe(sum)
  })

  it('is cloned onto a volume of its own', async () => {
    const made = await done(await api.ann.post(`/vm/v3/host/${id}/clone`, { name: 'copied' }))
    const its = (await host(made.id)).ip4[0].ip
    await guestIs('copied', its)
    expect(await inGuest(its, 'sha256sum /root/data | cut -d" " -f1')).toBe(sum)
    expect(await volumes()).toHaveLength(2)
    await done(await api.ann.delete(`/vm/v3/host/${made.id}`))
  })

  it('leaves nothing when it is deleted', async () => {
    const { internal_name } = await host(id)
    await done(await api.admin.delete(`/vm/v3/host/${id}`))
    expect(await volumes()).toEqual([])
    expect(await on('ls /vm')).not.toContain(internal_name)
  })
}
