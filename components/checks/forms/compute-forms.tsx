import { fireEvent } from '@testing-library/react'
import { clusterFields } from '../../../server/domain/cluster/fields.ts'
import { type Cluster, clusterRecord } from '../../../server/domain/cluster/record.ts'
import { hostRecord } from '../../../server/domain/host/record.ts'
import { imageFields } from '../../../server/domain/image/fields.ts'
import { type Image, imageRecord } from '../../../server/domain/image/schema.ts'
import { ippoolRecord } from '../../../server/domain/ippool/schema.ts'
import { isoFields } from '../../../server/domain/iso/fields.ts'
import { type Iso, isoRecord } from '../../../server/domain/iso/schema.ts'
import { capabilities } from '../../../server/domain/node/capabilities.ts'
import { nodeFields } from '../../../server/domain/node/fields.ts'
import { nodeRecord } from '../../../server/domain/node/record.ts'
import { osFields } from '../../../server/domain/os/fields.ts'
import { osRecord } from '../../../server/domain/os/schema.ts'
import { presetFields } from '../../../server/domain/preset/fields.ts'
import { repositoryRecord } from '../../../server/domain/repository/schema.ts'
import { ClusterForm } from '../../clusters/cluster-form.tsx'
import MakeBackup from '../../hosts/backups/make-backup.tsx'
import { CloneHost } from '../../hosts/dialogs/clone-host.tsx'
import { CreateImage } from '../../hosts/dialogs/create-image.tsx'
import { EditHost } from '../../hosts/dialogs/edit-host.tsx'
import { GuestPassword } from '../../hosts/dialogs/guest-password.tsx'
import { HostOwner } from '../../hosts/dialogs/host-owner.tsx'
import { HostResourcesDialog } from '../../hosts/dialogs/host-resources.tsx'
import { EjectIso, MountIso } from '../../hosts/dialogs/iso.tsx'
import { ReinstallHost } from '../../hosts/dialogs/reinstall-host.tsx'
import { StartRescue } from '../../hosts/dialogs/rescue.tsx'
import { RetryHost } from '../../hosts/dialogs/retry-host.tsx'
import { SpiceSettings } from '../../hosts/dialogs/spice-settings.tsx'
import { VncPassword } from '../../hosts/dialogs/vnc-password.tsx'
import { NewHostForm } from '../../hosts/new/new-host-form.tsx'
import { TakeSnapshot } from '../../hosts/snapshots/take-snapshot.tsx'
import messages from '../../i18n/en.json' with { type: 'json' }
import RepositoryDialogs from '../../images/repository-dialogs.tsx'
import SystemDialogs from '../../images/system-dialogs.tsx'
import IsoDialogs from '../../isos/iso-dialogs.tsx'
import { AttachForm } from '../../nodes/attach/attach-form.tsx'
import NodeDialogs from '../../nodes/node-dialogs.tsx'
import { PresetForm } from '../../presets/preset-form.tsx'
import ImageDialogs from '../../vm-images/image-dialogs.tsx'
import { choose, number, own, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'
import { FIRST, type Note, SECOND } from './stage.tsx'

const close = () => {}
const host = sampleOf(hostRecord)
const running = {
  ...host,
  state: 'active' as const,
  snapshot_ram: true,
  cluster: { ...host.cluster, virtualization_type: 'kvm' as const },
}
const node = sampleOf(nodeRecord, {
  overselling: 2,
  host_limit: 5,
  vcpu_limit: 6,
  state: 'active' as never,
  name: 'n-1',
  host_filter: [{ entity: 'cpu_number', expression: 'LE 4' }],
})
const stored = [{ entity: 'os_tag' as const, expression: 'debian' }]
const cluster = { ...(sampleOf(clusterRecord) as Cluster), host_filter: stored, capabilities: [...capabilities] }
const calls = (note: Note) =>
  ({
    edit: (_host: unknown, values: object) => note(values),
    password: (_id: number, password: string) => note({ password }),
    retry: (_id: number, password: string) => note({ password }),
    vncPassword: (_id: number, password: string) => note({ password }),
    spice: (_host: unknown, values: object) => note(values),
    owner: (_id: number, account: number) => note({ account }),
    resources: (_id: number, body: object) => note(body),
    reinstall: (_id: number, body: object) => note(body),
    rescue: (_id: number, body: object) => note(body),
    mountIso: (_id: number, body: object) => note(body),
    makeImage: (_id: number, body: object) => note(body),
    ejectIso: (_id: number, installed: boolean) => note({ installed }),
    clone: async (id: number, body: object) => {
      await note(body)
      return { id }
    },
  }) as never
const mounted = { iso_status: 'mounted' as const, iso: { id: 5, name: 'i', waits: null, leaving: false } }
const iso = sampleOf(isoRecord, { state: 'ready', size_bytes: 1 }) as Iso
const onNode = { state: 'ready' as const, disabled: false, fault: null, ip_addr: null, ssh_port: null }
const image = sampleOf(imageRecord, {
  state: 'active',
  for_all: false,
  nodes: [
    { ...onNode, id: 5, name: 'n5' },
    { ...onNode, id: 6, name: 'n6' },
  ],
}) as Image
const chooseFile = (field: HTMLElement) =>
  void fireEvent.change(field, { target: { files: [new File(['x'], 'a.iso')] } })
const hostDialog = (note: Note) => ({ host, calls: calls(note), onClose: close })
const filter = [{ entity: 'complex', expression: 'ram_mib LE 4096' }]
const clusterActs = {
  ...own(clusterFields, 'edit'),
  ippools: pick({ at: 'interfaces.0.ippool', sent: [72] }),
  cpu_overselling: number(7, { emptied: -1 }),
  host_per_node_limit: number(40, { emptied: -1 }),
  dns_servers: text('192.0.2.53', { sent: ['192.0.2.53'] }),
  host_filter: text('ram_mib LE 4096', { sent: filter }),
}
const system = {
  id: 72,
  name: 'Second',
  min_ram_mib: 512,
  hdd_mib_required: 1024,
  login_user: 'root',
  os_group: 'linux',
  comment: '',
  clusters: [],
  tags: [],
}

const newHostAnswers = {
  'os.list': { list: [system], size: 1 },
  'node.list': { list: [], size: 0 },
  'cluster.get': {
    ...cluster,
    storages: [71, 73].map((id) => ({ id, name: `disks-${id}`, enabled: true })),
  },
  'ippool.list': {
    list: [{ ...sampleOf(ippoolRecord), id: 72, name: 'Second', ipv4: { total: 9, used: 1 } }],
    size: 1,
  },
}
const limits = {
  cpu_weight: number(300),
  io_weight: number(200),
  io_read_mbitps: number(11),
  io_write_mbitps: number(12),
  io_read_iops: number(13),
  io_write_iops: number(14),
  net_in_mbitps: number(15),
  net_out_mbitps: number(16),
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
  recipe: pick({ at: 'recipe_list.0.recipe' }),
  comment: text('a comment'),
}

export const computeForms: readonly Row[] = [
  {
    file: 'hosts/dialogs/host-resources.tsx',
    form: 'HostResourcesDialog',
    state: 'edit',
    draw: (note) => <HostResourcesDialog {...hostDialog(note)} />,
    acts: {
      cpu_number: number(3),
      ram_mib: number(4, { times: 1024 }),
      cpu_mode: choose(1, 'host-model'),
      hot_plug: tick(true),
      nesting: tick(true),
      ...limits,
      later: tick('host_stop', { at: 'defer.action' }),
    },
  },
  {
    file: 'hosts/dialogs/clone-host.tsx',
    form: 'CloneHost',
    state: 'edit',
    draw: (note) => <CloneHost {...hostDialog(note)} />,
    acts: { name: text('web-9'), password: text('a-secret-1') },
  },
  {
    file: 'hosts/dialogs/create-image.tsx',
    form: 'CreateImage',
    state: 'new',
    draw: (note) => <CreateImage {...hostDialog(note)} />,
    acts: { ...own(imageFields, 'create'), cleared: tick(false), for_all: tick(true) },
  },
  {
    file: 'vm-images/image-dialogs.tsx',
    form: 'EditImage',
    state: 'edit',
    draw: () => <ImageDialogs asked={{ command: 'edit', record: image }} onClose={close} />,
    acts: { ...own(imageFields, 'edit'), account: pick(), for_all: tick(true) },
  },
  {
    file: 'vm-images/image-dialogs.tsx',
    form: 'CopyImage',
    state: 'edit',
    draw: () => <ImageDialogs asked={{ command: 'copy', record: image }} onClose={close} />,
    acts: { node: pick() },
  },
  {
    file: 'vm-images/image-dialogs.tsx',
    form: 'MoveImage',
    state: 'edit',
    draw: () => <ImageDialogs asked={{ command: 'move', record: image }} onClose={close} />,
    acts: { source: choose(1, 6), destination: pick() },
  },
  {
    file: 'vm-images/image-dialogs.tsx',
    form: 'RelocateImage',
    state: 'edit',
    draw: () => <ImageDialogs asked={{ command: 'relocate', record: image }} onClose={close} />,
    acts: { storage: pick({ at: 'destination' }) },
  },
  {
    file: 'hosts/snapshots/take-snapshot.tsx',
    form: 'TakeSnapshot',
    state: 'new',
    draw: () => <TakeSnapshot host={running} onClose={close} />,
    acts: { name: text('before'), description: text('all well'), with_ram: tick(true), quiesce: tick(false) },
  },
  {
    file: 'hosts/backups/make-backup.tsx',
    form: 'MakeBackup',
    state: 'new',
    draw: () => <MakeBackup host={running} onClose={close} />,
    answers: { 'backup.places': { list: [{ ...SECOND, name: 'Second, but no such thing', usable: true }] } },
    acts: {
      places: pick({ at: 'backup_locations', sent: [SECOND.id] }),
      mode: choose(1, 'host_main'),
      name: text('before'),
      comment: text('all well'),
    },
  },
  {
    file: 'hosts/dialogs/rescue.tsx',
    form: 'StartRescue',
    state: 'edit',
    draw: (note) => <StartRescue {...hostDialog(note)} />,
    acts: { password: text('a-secret-1') },
  },
  {
    file: 'hosts/dialogs/iso.tsx',
    form: 'MountIso',
    state: 'edit',
    draw: (note) => <MountIso {...hostDialog(note)} />,
    acts: { image: pick(), reboot: tick(true) },
  },
  {
    file: 'hosts/dialogs/iso.tsx',
    form: 'EjectIso',
    state: 'edit',
    draw: (note) => <EjectIso {...hostDialog(note)} host={{ ...host, ...mounted }} />,
    acts: { installed: tick(true) },
  },
  {
    file: 'isos/iso-dialogs.tsx',
    form: 'AddIso',
    state: 'new',
    draw: () => <IsoDialogs asked={{ command: 'create', from: 'address' }} onClose={close} />,
    acts: { url: text('https://images.example/a.iso'), name: text('main'), for_all: tick(true) },
    keeps: ['source'],
  },
  {
    file: 'isos/iso-dialogs.tsx',
    form: 'ResumeUpload',
    state: 'edit',
    draw: () => <IsoDialogs asked={{ command: 'resume', record: iso }} onClose={close} />,
    // What it sends goes past the operations.
    acts: { file: { fill: chooseFile, sent: undefined } },
  },
  {
    file: 'isos/iso-dialogs.tsx',
    form: 'EditIso',
    state: 'edit',
    draw: () => <IsoDialogs asked={{ command: 'edit', record: iso }} onClose={close} />,
    acts: {
      ...own(isoFields, 'edit'),
      os_type: text('windows'),
      clusters: pick({ sent: [5, 72] }),
      for_all: tick(true),
    },
  },
  {
    file: 'hosts/dialogs/reinstall-host.tsx',
    form: 'ReinstallHost',
    state: 'edit',
    draw: (note) => <ReinstallHost {...hostDialog(note)} />,
    answers: { 'os.list': { list: [system], size: 1 }, 'sshkey.list': { list: [], size: 0 } },
    acts: {
      os: pick(),
      password: text('a-secret-1'),
      recipe: pick({ at: 'recipe_list.0.recipe' }),
      typed: { ...text(host.name), sent: undefined },
    },
  },
  {
    file: 'presets/preset-form.tsx',
    form: 'PresetForm',
    state: 'new',
    draw: () => <PresetForm onClose={close} />,
    acts: {
      ...own(presetFields, 'create'),
      cpu_number: number(3),
      ram_mib: number(4, { times: 1024 }),
      hdd_mib: number(40, { times: 1024 }),
      cpu_mode: choose(1, 'host-model'),
      nesting: tick(true),
      anti_spoofing: tick(true),
      ...limits,
    },
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
  {
    file: 'hosts/new/new-host-form.tsx',
    form: 'NewHostForm',
    state: 'new',
    draw: () => <NewHostForm clusters={[{ ...FIRST, node_count: 1 }]} systemCount={1} />,
    press: messages.newHost.moreHint,
    answers: newHostAnswers,
    acts: { ...newHost, ipv4_number: number(2) },
    // How many go out one by one; where addresses come from shows in what is sent for them.
    keeps: ['count', 'addressing'],
  },
  {
    file: 'hosts/new/new-host-form.tsx',
    form: 'NewHostForm',
    state: 'new with addresses of pools',
    draw: () => <NewHostForm clusters={[{ ...FIRST, node_count: 1 }]} systemCount={1} />,
    press: messages.newHost.moreHint,
    answers: newHostAnswers,
    acts: {
      ...newHost,
      addressing: choose(1, [72], 'ipv4_pool'),
      ipv4_pool: pick({ sent: [72] }),
      ipv4_number: number(2),
    },
    keeps: ['count'],
  },
  {
    file: 'hosts/new/new-host-form.tsx',
    form: 'NewHostForm',
    state: 'new with an address by name',
    draw: () => <NewHostForm clusters={[{ ...FIRST, node_count: 1 }]} systemCount={1} />,
    press: messages.newHost.moreHint,
    answers: newHostAnswers,
    acts: {
      ...newHost,
      addressing: choose(2, '192.0.2.9', 'ip_addr.name'),
      ip_addr: text('192.0.2.9', { at: 'ip_addr.name' }),
    },
    keeps: ['count'],
  },
  {
    file: 'hosts/dialogs/edit-host.tsx',
    form: 'EditHost',
    state: 'edit',
    draw: (note) => <EditHost {...hostDialog(note)} />,
    answers: { 'host.get': host },
    acts: {
      name: text('web-1'),
      comment: text('a comment'),
      is_protected: tick(true),
      extended_protection: tick(true),
    },
  },
  {
    file: 'hosts/dialogs/retry-host.tsx',
    form: 'RetryHost',
    state: 'edit',
    draw: (note) => <RetryHost {...hostDialog(note)} />,
    acts: { password: text('a-secret-1') },
  },
  {
    file: 'hosts/dialogs/guest-password.tsx',
    form: 'GuestPassword',
    state: 'edit',
    draw: (note) => <GuestPassword {...hostDialog(note)} />,
    acts: { password: text('a-secret-1') },
  },
  {
    file: 'hosts/dialogs/vnc-password.tsx',
    form: 'VncPassword',
    state: 'edit',
    draw: (note) => <VncPassword {...hostDialog(note)} />,
    answers: { vncSettings: { port: 5900, server: '192.0.2.1', password: 'x', internal_name: 'x' } },
    acts: { password: text('secret-1') },
  },
  {
    file: 'hosts/dialogs/spice-settings.tsx',
    form: 'SpiceSettings',
    state: 'edit',
    draw: (note) => <SpiceSettings {...hostDialog(note)} />,
    acts: { spice_enabled: tick(true), spice_additional_enabled: tick(true) },
  },
  {
    file: 'hosts/dialogs/host-owner.tsx',
    form: 'HostOwner',
    state: 'edit',
    draw: (note) => <HostOwner {...hostDialog(note)} />,
    acts: { account: pick() },
  },
  {
    file: 'images/repository-dialogs.tsx',
    form: 'RepositoryForm',
    state: 'new',
    draw: () => <RepositoryDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: { name: text('main'), url: text('/srv/images') },
    keeps: ['place'],
  },
  {
    file: 'images/repository-dialogs.tsx',
    form: 'RepositoryForm',
    state: 'edit',
    draw: () => (
      <RepositoryDialogs
        asked={{ command: 'edit', record: sampleOf(repositoryRecord, { url: '/srv/old' }) }}
        onClose={close}
      />
    ),
    acts: { name: text('main'), url: text('/srv/images') },
    keeps: ['place'],
  },
  {
    file: 'images/system-dialogs.tsx',
    form: 'SystemForm',
    state: 'edit',
    draw: () => (
      <SystemDialogs
        asked={{ command: 'edit', record: sampleOf(osRecord, { kms_supported: true, kms_port: '1688' }) }}
        onClose={close}
      />
    ),
    acts: {
      clusters: pick({ sent: [5, 72] }),
      ...own(osFields, 'edit'),
      product_key: text('ABCDE-12345-FGHIJ-67890-KLMNO'),
      kms_ip: text('kms.example.com'),
      kms_port: text('1700'),
    },
  },
]
