import { afterAll, describe, expect, it } from 'vitest'
import { inNode } from '../../../../e2e/lab/api.ts'
import { storageContract } from '../../../drivers/storage/contract.ts'
import type { StoragePlace } from '../../../drivers/storage/types.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { hostLab } from '../host/lab-fixture.ts'
import { openStorage, other, own } from './open-fixture.ts'

const { lab, node1, api, cluster, ...panel } = await hostLab()
const { done, ended, attach, create, host } = panel
afterAll(() => panel.close())
const on = async (...argv: string[]) => (await inNode(lab, node1.index, argv)).stdout

// The node's kernel has no NFS client: the helper that mount runs for NFS binds a folder of the node, and may be told to fail.
const HELPER = `#!/bin/sh
[ -e /srv/nfs-fails ] && { echo "mount.nfs: Connection timed out" >&2; exit 32; }
mkdir -p /srv/nfs-export && echo "$1 $2" >> /srv/nfs-mounted && exec mount --bind /srv/nfs-export "$2"
`
// What is bound has its own file system for its source: the list of mounts says of it what it would of NFS.
const LIST = `#!/bin/sh
[ "$*" = /proc/self/mounts ] || exec /srv/cat "$@"
touch /srv/nfs-mounted
exec awk 'FILENAME == ARGV[1] { of[$2] = $1; next } $2 in of { $1 = of[$2]; $3 = "nfs4" } { print }' /srv/nfs-mounted /proc/self/mounts
`
// Programs of the node are those of the machine below it, and read-only: it gets a layer of its own over them.
const LAYER = 'upperdir=/srv/sbin-upper,workdir=/srv/sbin-work'
await on('mkdir', '-p', '/srv/sbin-upper', '/srv/sbin-work')
await on('mount', '-t', 'overlay', 'overlay', '-o', `lowerdir=/usr/sbin,${LAYER}`, '/usr/sbin')
await on('sh', '-c', `printf '%s' "$0" > /usr/sbin/mount.nfs && chmod 755 /usr/sbin/mount.nfs`, HELPER)
await on('cp', '/usr/bin/cat', '/srv/cat')
await on('sh', '-c', `printf '%s' "$0" > /srv/cat-of-nfs && chmod 755 /srv/cat-of-nfs`, LIST)
await on('mount', '--bind', '/srv/cat-of-nfs', '/usr/bin/cat')
afterAll(async () => {
  await on('umount', '-l', '/usr/bin/cat')
  await on('umount', '-l', '/usr/sbin')
})

const places = {
  file: (identity: string): StoragePlace => ({ kind: 'file', identity, folder: '/srv/contract' }),
  nas: (identity: string): StoragePlace => ({
    kind: 'nas',
    identity,
    folder: '/nas/contract',
    address: '192.0.2.9',
    path: '/export',
  }),
}

const open = (place: StoragePlace) => openStorage(node1, place)

for (const [kind, place] of Object.entries(places))
  storageContract(`${kind} on a real node`, {
    open: () => open(place(own)),
    openOther: () => open(place(other)),
    source: /^\/(srv|nas)\/contract\/one\.qcow2$/,
  })

describe('a directory that is not the storage any more', () => {
  it('is found out by its marker, as after a restart without its disk', async () => {
    const storage = await open(places.file(own))
    await storage.connect(soon())
    await on('mount', '-t', 'tmpfs', 'none', '/srv/contract')
    await expect(storage.check(soon())).rejects.toThrow(/probably not mounted/)
    await on('umount', '/srv/contract')
    await storage.check(soon())
  })
})

describe('a second storage', () => {
  let id = 0

  it('is attached, its node connected, and a VM has its disk on it', async () => {
    await done(await attach(node1))
    id = (await api.admin.post('/vm/v3/storage', { name: 'second', type: 'file', storage_params: {} })).body.id
    const virt_pool = { vm_storage_path: '/srv/second' }
    await done(await api.admin.post(`/vm/v3/cluster/${cluster}/storage/${id}`, { virt_pool, hdd_overselling: 4 }))
    expect((await api.admin.get(`/vm/v3/storage/${id}`)).body).toMatchObject({
      state: 'active',
      node_count: 1,
      clusters: [{ id: cluster, enabled: true, is_main: false }],
    })
    const made = await done(await create({ name: 'on-second', node: undefined, storage: id }))
    const { internal_name } = await host(made.id)
    expect(await on('ls', '/srv/second')).toContain(`${internal_name}-`)
    expect(await on('virsh', 'domblklist', internal_name)).toContain('/srv/second/')
    expect(await on('ls', '/vm')).not.toContain(internal_name)
    const refused = await api.admin.delete(`/vm/v3/cluster/${cluster}/storage/${id}`)
    expect(refused).toMatchObject({ status: 409, body: { error: { msg: expect.stringMatching(/on-second/) } } })
  })

  it('tells which volumes no record knows, and deletes one that a person chose', async () => {
    await on('touch', '/srv/second/forgotten.qcow2')
    await done(await api.admin.post(`/vm/v3/storage/${id}/compare`, {}))
    const { list } = (await api.admin.get(`/vm/v3/storage/${id}/finding`)).body
    expect(list).toMatchObject([{ kind: 'volume', name: 'forgotten.qcow2' }])
    await done(await api.admin.delete(`/vm/v3/storage/${id}/finding/${list[0].id}`))
    expect(await on('ls', '/srv/second')).not.toContain('forgotten')
  })
})

describe('a NAS', () => {
  it('is mounted so that it comes back, used by a VM, and let go of', async () => {
    // What another storage has marked as its own.
    await on('rm', '-rf', '/srv/nfs-export')
    const body = { name: 'nas', type: 'nas', storage_params: { ip_addr: '192.0.2.9', nas_storage_path: '/export' } }
    const id = (await api.admin.post('/vm/v3/storage', body)).body.id
    const at = `/vm/v3/cluster/${cluster}/storage/${id}`
    await done(await api.admin.post(at, { virt_pool: { nas_storage_path: '/nas/one' }, hdd_overselling: 4 }))
    expect(await on('cat', '/etc/fstab')).toMatch(/^192\.0\.2\.9:\/export \/nas\/one nfs hard,nfsvers=4\.1/m)
    const made = await done(await create({ name: 'on-nas', node: undefined, storage: id }))
    expect(await on('ls', '/srv/nfs-export')).toContain((await host(made.id)).internal_name)
    // As after a restart of the node at which the NAS was not there yet.
    await done(await api.admin.post(`/vm/v3/host/${made.id}/stop`, { force: true }))
    await on('umount', '/nas/one')
    await done(await api.admin.post(`${at}/check`, {}))
    expect((await api.admin.get(`/vm/v3/storage/${id}`)).body).toMatchObject({ state: 'active', is_network: true })
    await done(await api.admin.delete(`/vm/v3/host/${made.id}`))
    await api.admin.delete(at)
    await panel.until('the node has let go', async () => !(await on('cat', '/proc/self/mounts')).includes('/nas/one'))
    expect(await on('cat', '/etc/fstab')).not.toContain('/nas/one')
  })

  it('is attached nowhere when the node cannot mount it, in the words of the node', async () => {
    await on('touch', '/srv/nfs-fails')
    const body = { name: 'away', type: 'nas', storage_params: { ip_addr: '192.0.2.8', nas_storage_path: '/export' } }
    const id = (await api.admin.post('/vm/v3/storage', body)).body.id
    const answer = await api.admin.post(`/vm/v3/cluster/${cluster}/storage/${id}`, {
      virt_pool: { nas_storage_path: '/nas/away' },
    })
    expect(await ended(answer.body.task)).toMatchObject({
      status: 'failed',
      error: { msg: expect.stringMatching(/cannot mount 192\.0\.2\.8:\/export: .*Connection timed out/) },
    })
    expect((await api.admin.get(`/vm/v3/storage/${id}`)).body.clusters).toEqual([])
    expect(await on('cat', '/etc/fstab')).not.toContain('/nas/away')
    await on('rm', '/srv/nfs-fails')
  })
})
