import { expect, it } from 'vitest'
import { filesBeside, rbdImage, volumeFormat, volumePath, volumesAt, volumeWay } from './volumes.ts'

it.each([
  ['/vm/vm-1.qcow2', 'file', 'qcow2'],
  ['/devices/vm-1.qcow2', 'file', 'qcow2'],
  ['/dev/vg0/vm-1', 'block', 'raw'],
  ['/dev/zvol/tank/vm/vm-1', 'block', 'raw'],
  ['rbd:datahall-vms@vms/vm-1', 'rbd', 'raw'],
])('knows by its path %s how a volume is kept', (path, way, format) => {
  expect(volumeWay(path)).toBe(way)
  expect(volumeFormat(path)).toBe(format)
})

it('names volumes by the place that their storage has on nodes', () => {
  expect(volumePath('/vm', 'disk-1')).toBe('/vm/disk-1.qcow2')
  expect(volumesAt('lvm', { volume_group: 'vg0' })).toBe('/dev/vg0')
  expect(volumePath('/dev/vg0', 'disk-1')).toBe('/dev/vg0/disk-1')
  expect(volumesAt('zfs', { zfs_pool_name: 'tank/vm' })).toBe('/dev/zvol/tank/vm')
  expect(volumesAt('ceph', { rbd_pool_name: 'vms' })).toBe('rbd:datahall-vms@vms')
  expect(volumesAt('ceph', { rbd_pool_name: 'vms', rbd_user: 'kvm' })).toBe('rbd:kvm@vms')
  expect(volumePath('rbd:kvm@vms', 'disk-1')).toBe('rbd:kvm@vms/disk-1')
  expect(volumesAt('file', { vm_storage_path: '/vm' })).toBeNull()
})

it('puts other files of a VM beside volumes that are files, and into a folder of the node otherwise', () => {
  expect(filesBeside('/srv/fast')).toBe('/srv/fast')
  expect(filesBeside('/dev/vg0')).toBe('/vm')
  expect(filesBeside('rbd:kvm@vms')).toBe('/vm')
})

it('takes a path of Ceph apart', () =>
  expect(rbdImage('rbd:kvm@vms/vm-1.new')).toEqual({ user: 'kvm', pool: 'vms', name: 'vm-1.new' }))

it.each([
  'rbd:vms/vm-1',
  'rbd:a@b/c/d',
  'rbd:a@b/c:conf=/etc/shadow',
  'rbd:a@-b/c',
  'rbd:a@b/',
  'rbd:a@b/c@snap',
  '/vm/x',
  'rbd:a@b/c\n',
])('refuses %j as one', (path) => expect(rbdImage(path)).toBeNull())
