import { ippoolRecord } from '../../../server/domain/ippool/schema.ts'
import { NewHostForm } from '../../hosts/new/new-host-form.tsx'
import messages from '../../i18n/en.json' with { type: 'json' }
import { choose, number, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { cluster, limits, system } from './host-samples.ts'
import { sampleOf } from './sample.ts'
import { FIRST } from './stage.tsx'

const newHostAnswers = {
  'os.list': { list: [system], size: 1 },
  'node.list': { list: [], size: 0 },
  'cluster.get': {
    ...cluster,
    storages: [71, 73].map((id) => ({ id, name: `disks-${id}`, enabled: true })),
  },
  'ippool.list': {
    list: [
      { ...sampleOf(ippoolRecord), id: 72, name: 'Second', ipv4: { total: 9, used: 1 }, ipv6: { total: 9, used: 1 } },
    ],
    size: 1,
  },
}
const newHost = {
  ipv6: choose(2, true, 'ipv6_enabled'),
  ipv6_prefix: number(56),
  name: text('web-1'),
  cluster: pick(),
  account: pick(),
  cpu_number: number(3),
  ram_mib: number(4, { times: 1024 }),
  hdd_mib: number(40, { times: 1024 }),
  password: text('a-secret-1'),
  cpu_mode: choose(1, 'host-model'),
  nesting: tick(true),
  efi_boot: tick(true),
  secure_boot: tick(true),
  hot_plug: tick(true),
  anti_spoofing: tick(true),
  ...limits,
  storage: choose(2, 73, 'storage'),
  ipv6_pool: pick({ sent: [72] }),
  snapshot_limit: number(3),
  domain: text('web-1.example'),
  expand_part: text('vda2'),
  recipe_list: pick({ at: 'recipe_list.0.recipe' }),
  ignore_recipe_filters: tick(true),
  comment: text('a comment'),
}

/** What containers have no use for. */
const { cpu_mode, efi_boot, secure_boot, cpu_weight, io_weight, ...container } = newHost

export const newHostForms: readonly Row[] = [
  {
    file: 'hosts/new/new-host-form.tsx',
    form: 'NewHostForm',
    state: 'new',
    draw: () => <NewHostForm clusters={[{ ...FIRST, node_count: 1 }]} />,
    press: messages.newHost.moreHint,
    answers: newHostAnswers,
    acts: { ...newHost, ipv4_number: number(2) },
    // How many go out one by one; where addresses come from shows in what is sent for them. No limit is left without snapshots.
    keeps: ['count', 'addressing', 'snapshots_allowed'],
  },
  {
    file: 'hosts/new/new-host-form.tsx',
    form: 'NewHostForm',
    state: 'new with addresses of pools',
    draw: () => <NewHostForm clusters={[{ ...FIRST, node_count: 1 }]} />,
    press: messages.newHost.moreHint,
    answers: newHostAnswers,
    acts: {
      ...newHost,
      addressing: choose(1, [72], 'ipv4_pool'),
      ipv4_pool: pick({ sent: [72] }),
      ipv4_number: number(2),
    },
    keeps: ['count', 'snapshots_allowed'],
  },
  {
    file: 'hosts/new/new-host-form.tsx',
    form: 'NewHostForm',
    state: 'new with an address by name',
    draw: () => <NewHostForm clusters={[{ ...FIRST, node_count: 1 }]} />,
    press: messages.newHost.moreHint,
    answers: newHostAnswers,
    acts: {
      ...newHost,
      addressing: choose(2, '192.0.2.9', 'ip_addr.name'),
      ip_addr: text('192.0.2.9', { at: 'ip_addr.name' }),
    },
    keeps: ['count', 'snapshots_allowed'],
  },
  {
    file: 'hosts/new/new-host-form.tsx',
    form: 'NewHostForm',
    state: 'new container',
    draw: () => <NewHostForm clusters={[{ ...FIRST, node_count: 1 }]} />,
    press: messages.newHost.moreHint,
    answers: { ...newHostAnswers, 'cluster.get': { ...newHostAnswers['cluster.get'], virtualization_type: 'lxd' } },
    acts: { ...container, ipv4_number: number(2), process_number: number(17) },
    keeps: ['count', 'addressing', 'snapshots_allowed', 'cpu_mode'],
  },
]
