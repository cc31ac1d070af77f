import { clusterFields } from '../../../server/domain/cluster/fields.ts'
import { nodeFields } from '../../../server/domain/node/fields.ts'
import { nodeRecord } from '../../../server/domain/node/record.ts'
import { presetFields } from '../../../server/domain/preset/fields.ts'
import { ClusterForm } from '../../clusters/cluster-form.tsx'
import { AttachForm } from '../../nodes/attach/attach-form.tsx'
import NodeDialogs from '../../nodes/node-dialogs.tsx'
import { PresetForm } from '../../presets/preset-form.tsx'
import { choose, number, own, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { cluster, limits } from './host-samples.ts'
import { sampleOf } from './sample.ts'

const close = () => {}
const node = sampleOf(nodeRecord, {
  overselling: 2,
  host_limit: 5,
  vcpu_limit: 6,
  state: 'active' as never,
  name: 'n-1',
  host_filter: [{ entity: 'cpu_number', expression: 'LE 4' }],
})
const filter = [{ entity: 'complex', expression: 'ram_mib LE 4096' }]
const presetActs = {
  ...own(presetFields, 'create'),
  cpu_number: number(3),
  ram_mib: number(4, { times: 1024 }),
  hdd_mib: number(40, { times: 1024 }),
  nesting: tick(true),
  anti_spoofing: tick(true),
}
/** Containers have no weights. */
const { cpu_weight, io_weight, ...containerLimits } = limits
const clusterActs = {
  ...own(clusterFields, 'edit'),
  ippools: pick({ at: 'interfaces.0.ippool', sent: [72] }),
  cpu_overselling: number(7, { emptied: -1 }),
  host_per_node_limit: number(40, { emptied: -1 }),
  dns_servers: text('192.0.2.53', { sent: ['192.0.2.53'] }),
  host_filter: text('ram_mib LE 4096', { sent: filter }),
}

export const nodeForms: readonly Row[] = [
  {
    file: 'presets/preset-form.tsx',
    form: 'PresetForm',
    state: 'new',
    draw: () => <PresetForm onClose={close} />,
    acts: { ...presetActs, virtualization_type: choose(0, 'kvm'), cpu_mode: choose(1, 'host-model'), ...limits },
  },
  {
    file: 'presets/preset-form.tsx',
    form: 'PresetForm',
    state: 'new of containers',
    draw: () => <PresetForm onClose={close} />,
    acts: { ...presetActs, ...containerLimits, process_number: number(17) },
    keeps: ['cpu_mode'],
  },
  {
    file: 'clusters/cluster-form.tsx',
    form: 'ClusterForm',
    state: 'new',
    draw: () => <ClusterForm onClose={close} />,
    acts: {
      ...clusterActs,
      virtualization_type: choose(2, 'dummy'),
      os_storage_path: text('/os'),
      image_storage_path: text('/img'),
    },
  },
  {
    file: 'clusters/cluster-form.tsx',
    form: 'ClusterForm',
    state: 'edit',
    draw: () => <ClusterForm record={cluster} onClose={close} />,
    // Pools are connected to an existing cluster one by one.
    acts: { ...clusterActs, ippools: pick({ at: 'ippool_id', emptied: 5 }) },
  },
  {
    file: 'nodes/node-dialogs.tsx',
    form: 'EditNode',
    state: 'edit',
    draw: () => <NodeDialogs command="edit" node={node} onClose={close} />,
    acts: {
      ...own(nodeFields, 'edit'),
      host_limit: number(40, { emptied: -1 }),
      vcpu_limit: number(50, { emptied: -1 }),
      host_creation_blocked: tick(true),
      host_filter: text('ram_mib LE 4096', { sent: filter }),
    },
  },
  {
    file: 'nodes/attach/attach-form.tsx',
    form: 'AttachForm',
    state: 'new',
    draw: () => <AttachForm node={null} failed={null} onStarted={close} />,
    answers: { 'cluster.get': undefined },
    acts: {
      ip: text('192.0.2.7'),
      ssh_port: number(2222),
      ssh_user: text('ops'),
      password: text('a-secret'),
      cluster: pick(),
      name: text('n-9', { emptied: 'node-192-0-2-7' }),
    },
  },
]
