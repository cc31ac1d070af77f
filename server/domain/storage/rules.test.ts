import { describe, expect, it } from 'vitest'
import { shownKinds } from './kinds.ts'
import { folderError, overlaps, paramsError, poolError } from './rules.ts'

describe('a folder for disks', () => {
  it.each(['/srv/vm', '/vm', '/mnt/disk1', '/nas/3', '/var/lib/vm'])('may be %s', (path) =>
    expect(folderError('vm_storage_path', path)).toBeNull(),
  )
  it.each([
    '/',
    '/etc/vm',
    '/usr',
    '/dev/shm',
    '/proc/1',
    '/mnt',
    'srv/vm',
    '/srv/../etc',
    '/srv/a b',
    '/srv/a,exec',
    '/srv/a#b',
    '/srv/$(id)',
    '/srv//vm',
    '/srv/vm/',
    '/srv/\u0000',
    '/srv/ж',
  ])('is refused as %j', (path) => expect(folderError('vm_storage_path', path)?.words).toBeDefined())
})

it('knows folders that lie in each other', () => {
  expect(overlaps('/vm', '/vm/fast')).toBe(true)
  expect(overlaps('/vm/fast', '/vm')).toBe(true)
  expect(overlaps('/vm', '/vmware')).toBe(false)
})

describe('where a new storage is', () => {
  it('is asked for by its kind, and nothing else is taken', () => {
    expect(paramsError('file', {})).toBeNull()
    expect(paramsError('file', { ip_addr: '' })).toBeNull()
    expect(paramsError('file', { ip_addr: '192.0.2.1' })).toMatchObject({ field: 'ip_addr' })
    expect(paramsError('nas', { ip_addr: '192.0.2.1' })).toMatchObject({ field: 'nas_storage_path' })
    expect(paramsError('nas', { ip_addr: '2001:db8::9', nas_storage_path: '/srv/vm' })).toBeNull()
  })
  it.each(['-o', 'a,b', 'a b', '$(id)', 'host;x'])('refuses %j as an address', (ip_addr) =>
    expect(paramsError('nas', { ip_addr, nas_storage_path: '/srv' })).toMatchObject({ field: 'ip_addr' }),
  )
  it.each(['srv', '/srv,exec', '/a b', '/a\nb'])('refuses %j as an exported folder', (nas_storage_path) =>
    expect(paramsError('nas', { ip_addr: '192.0.2.1', nas_storage_path })).toMatchObject({ field: 'nas_storage_path' }),
  )
  it.each(shownKinds)('refuses %s, which is only shown', (kind) =>
    expect(paramsError(kind, {})).toMatchObject({ field: 'type' }),
  )
})

it('asks for the place on nodes by kind', () => {
  expect(poolError('file', { vm_storage_path: '/srv/vm' })).toBeNull()
  expect(poolError('file', {})).toMatchObject({ field: 'vm_storage_path' })
  expect(poolError('file', { vm_storage_path: '/srv/vm', volume_group: 'vg' })).toMatchObject({ field: 'volume_group' })
  expect(poolError('nas', { nas_storage_path: '/etc' })).toMatchObject({ field: 'nas_storage_path' })
  expect(poolError('lvm', { volume_group: 'vg0' })).toBeNull()
})

it.each(['mapper', 'zvol', '-vg', 'a/b', 'a b', '.vg', 'v,g', '$(id)', '..'])(
  'refuses %j as a volume group',
  (volume_group) => expect(poolError('lvm', { volume_group })).toMatchObject({ field: 'volume_group' }),
)

it.each(['-o', '/tank', 'tank/', 'tank//vm', 'tank@a', 'tank/../a', '1tank', 'a b'])(
  'refuses %j as a place in ZFS',
  (name) => expect(poolError('zfs', { zfs_pool_name: name })).toMatchObject({ field: 'zfs_pool_name' }),
)

it('takes names of pools and datasets', () => {
  expect(poolError('zfs', { zfs_pool_name: 'tank' })).toBeNull()
  expect(poolError('zfs', { zfs_pool_name: 'tank/vm_1' })).toBeNull()
})

describe('a pool of Ceph', () => {
  it('needs its name alone', () => {
    expect(poolError('ceph', { rbd_pool_name: 'vms' })).toBeNull()
    expect(poolError('ceph', { rbd_user: 'vms' })).toMatchObject({ field: 'rbd_pool_name' })
    expect(poolError('ceph', { rbd_pool_name: 'vms', rbd_user: 'x', placement_groups: 64 })).toBeNull()
  })
  it.each(['-p', 'a/b', 'a b', '.rgw', 'a@b', '$(id)', 'x'.repeat(65), 'a\nb'])('refuses %j as a name', (name) => {
    expect(poolError('ceph', { rbd_pool_name: name })).toMatchObject({ field: 'rbd_pool_name' })
    expect(poolError('ceph', { rbd_pool_name: 'vms', rbd_user: name })).toMatchObject({ field: 'rbd_user' })
  })
  it('keeps the key of the administrator away from nodes', () =>
    expect(poolError('ceph', { rbd_pool_name: 'vms', rbd_user: 'admin' })).toMatchObject({ field: 'rbd_user' }))
  it.each([0, -1, 65_537, Number.NaN])('refuses %d placement groups', (placement_groups) =>
    expect(poolError('ceph', { rbd_pool_name: 'vms', placement_groups })).toMatchObject({ field: 'placement_groups' }),
  )
})
