import { afterAll } from 'vitest'
import { hypervisorDriver } from '../../../drivers/hypervisor/registry.ts'
import { readCephAccess } from '../../../drivers/storage/ceph/access.ts'
import { storageContract } from '../../../drivers/storage/contract.ts'
import { connectSsh } from '../../../protocols/ssh/connect.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { cephLab } from './ceph-lab-fixture.ts'
import { other, own } from './open-fixture.ts'

const { nodeTarget, monitorTarget, ceph, close } = await cephLab()
afterAll(async () => {
  await close()
  await ceph('ceph', 'osd', 'pool', 'delete', 'contract', 'contract', '--yes-i-really-really-mean-it')
  await ceph('ceph', 'auth', 'rm', 'client.datahall-contract')
})

async function open(identity: string) {
  const place = { kind: 'ceph', identity, pool: 'contract', user: 'datahall-contract' } as const
  const access = async (signal: AbortSignal) => {
    const ssh = await connectSsh(monitorTarget, signal)
    try {
      return await readCephAccess(ssh, { ...place, placement_groups: 8 }, signal)
    } finally {
      ssh.close()
    }
  }
  return (await hypervisorDriver('kvm').connect(nodeTarget, soon())).storage({ ...place, access })
}

storageContract('Ceph', {
  open: () => open(own),
  openOther: () => open(other),
  source: /^rbd:datahall-contract@contract\/one\.qcow2$/,
})
