import { hypervisorDriver } from '../../drivers/hypervisor/registry.ts'
import { storageContract } from '../../drivers/storage/contract.ts'
import type { StoragePlace } from '../../drivers/storage/types.ts'
import { configureDummy } from './config.ts'
import { memoryKeeper } from './memory.ts'

configureDummy({ keeper: memoryKeeper(), speed: 0 })

const [own, other] = ['0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0001', '0b0f6b62-6d3c-4ad2-9d0e-3a3b1c7f0002']
const places = {
  file: (identity: string): StoragePlace => ({ kind: 'file', identity, folder: '/srv/contract' }),
  nas: (identity: string): StoragePlace => ({
    kind: 'nas',
    identity,
    folder: '/nas/contract',
    address: '192.0.2.9',
    path: '/export',
  }),
  lvm: (identity: string): StoragePlace => ({ kind: 'lvm', identity, group: 'contract' }),
  network_lvm: (identity: string): StoragePlace => ({ kind: 'network_lvm', identity, group: 'common-contract' }),
  zfs: (identity: string): StoragePlace => ({ kind: 'zfs', identity, pool: 'tank/contract' }),
  ceph: (identity: string): StoragePlace => ({ kind: 'ceph', identity, pool: 'contract', user: 'kvm' }),
}

async function open(place: StoragePlace) {
  const target = {
    address: '198.51.100.7',
    port: 22,
    username: 'root',
    auth: { password: 'secret' },
    hostKey: null,
  }
  return (await hypervisorDriver('dummy').connect(target, AbortSignal.timeout(5_000))).storage(place)
}

for (const [kind, place] of Object.entries(places))
  storageContract(`simulated ${kind}`, {
    open: () => open(place(own)),
    openOther: () => open(place(other)),
    source: /^(\/(srv|nas|dev|dev\/zvol\/tank)\/|rbd:kvm@)(common-)?contract\/one\.qcow2$/,
  })
