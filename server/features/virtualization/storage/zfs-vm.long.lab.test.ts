import { afterAll, beforeAll } from 'vitest'
import { inUbuntu, type LabUbuntu, ubuntuDisks, ubuntuOff, ubuntusUp } from '../../../../e2e/lab/ubuntu.ts'
import { hostLab } from '../host/lab-fixture.ts'
import { vmOnVolumes } from './vm-on-volumes-fixture.ts'

// The kernel of the lab's nodes has no ZFS. Its guests are emulated by a machine that is emulated itself, so they take their time.
const panel = await hostLab()
const [node] = (await ubuntusUp(panel.lab, 1)) as [LabUbuntu]
const on = async (script: string) => (await inUbuntu(panel.lab, node, script)).stdout
beforeAll(() => on(`zpool create tank ${ubuntuDisks.own[0]}; zfs create tank/vm`))
afterAll(async () => {
  await panel.close()
  await ubuntuOff(panel.lab, node)
})

vmOnVolumes({
  panel,
  node,
  on,
  type: 'zfs',
  kind: 'ZFS',
  virt_pool: { zfs_pool_name: 'tank/vm' },
  root: '/dev/zvol/tank/vm',
  volumes: async () =>
    (await on('zfs list -H -t volume -o name'))
      .split('\n')
      .filter(Boolean)
      .map((name) => name.replace('tank/vm/', '')),
})
