import { afterAll, expect, it } from 'vitest'
import { lvmLab } from './lvm-lab-fixture.ts'
import { vmOnVolumes } from './vm-on-volumes-fixture.ts'

const panel = await lvmLab()
const { node1, api, cluster, group } = panel
const on = (script: string) => panel.on('sh', '-c', script)
afterAll(() => panel.close())

vmOnVolumes({
  panel,
  node: node1,
  on,
  type: 'lvm',
  kind: 'LVM',
  virt_pool: { volume_group: group },
  root: `/dev/${group}`,
  volumes: async () => (await on(`lvs --noheadings -o lv_name ${group}`)).trim().split(/\s+/).filter(Boolean),
})

it('is not attached with more promised than there is', async () => {
  const { id } = (await api.admin.post('/vm/v3/storage', { name: 'more', type: 'lvm', storage_params: {} })).body
  const body = { virt_pool: { volume_group: group }, hdd_overselling: 2 }
  expect(await api.admin.post(`/vm/v3/cluster/${cluster}/storage/${id}`, body)).toMatchObject({
    status: 400,
    body: { error: { value: 'hdd_overselling' } },
  })
})
