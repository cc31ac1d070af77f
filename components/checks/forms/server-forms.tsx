import { cpuSocketRecord } from '../../../server/domain/cpu-socket/schema.ts'
import { locationRecord } from '../../../server/domain/location/schema.ts'
import { loadKinds } from '../../../server/domain/operation/kinds.ts'
import { installPlan, planTemplate } from '../../../server/domain/operation/plan.ts'
import { templateRecord } from '../../../server/domain/os-template/schema.ts'
import { platformRecord } from '../../../server/domain/platform/schema.ts'
import { serverFields } from '../../../server/domain/server/fields.ts'
import { serverRecord } from '../../../server/domain/server/record.ts'
import { serverIpRecord } from '../../../server/domain/server-ip/schema.ts'
import { PlatformForm } from '../../hardware/platform-form.tsx'
import SocketDialogs from '../../hardware/socket-dialogs.tsx'
import BringTemplates from '../../os-templates/bring-templates.tsx'
import ServerIpDialogs from '../../server-ip/server-ip-dialogs.tsx'
import { EditServer } from '../../servers/edit-server.tsx'
import { OperationForm } from '../../servers/install/operation-form.tsx'
import { MoveServer } from '../../servers/move-server.tsx'
import { NewServerPage } from '../../servers/new/new-server-page.tsx'
import LimitDialog from '../../servers/operation/limit-dialog.tsx'
import ConnectServer from '../../servers/page/connect-server.tsx'
import { PlanForm } from '../../servers/plans/new/plan-form.tsx'
import { ServerNode, ServerOwner } from '../../servers/server-links.tsx'
import { choose, number, own, pick, text, thenTyped, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { freeRack } from './rack-forms.tsx'
import { sampleOf } from './sample.ts'
import { SECOND } from './stage.tsx'

const server = sampleOf(serverRecord, { type: 'server', domain: 'old.example', mac: ['52:54:00:00:00:01'] })
const plan = sampleOf(installPlan, {
  machine: { arch: null, firmware: null },
  templates: [{ ...sampleOf(planTemplate), type: 'rescue', here: true }],
})
const diagPlan = { ...plan, templates: plan.templates.map((one) => ({ ...one, type: 'diag' as const })) }
const loads = Object.fromEntries(loadKinds.map((kind) => [`load.${kind}`, tick(loadKinds, { at: 'load' })]))
const platform = sampleOf(platformRecord, { type: 'server', server_count: 0 })
const close = () => {}
const KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIKXPzJl8RiLmbyyUvOmtHVUZsXg8h0Wd3sPSMzBbnKPb ann'
const mac = text('52:54:00:00:00:09', { sent: ['52:54:00:00:00:09'] })
const sizes = {
  ram_slot_count: number(24),
  max_ram: number(768),
  hdd_slot_count: number(12),
  pci_slot_count: number(6),
}

export const serverForms: readonly Row[] = [
  {
    file: 'servers/new/new-server-page.tsx',
    form: 'NewServerPage',
    state: 'new',
    draw: () => <NewServerPage />,
    answers: { ...freeRack, 'platform.get': platform },
    acts: {
      platform: pick(),
      rack: pick(),
      unit: choose(2, 36),
      ...own(serverFields, 'create'),
      owner: pick(),
      mac,
      controller_type: choose(2, 'redfish', 'ipmi.add/type'),
      controller_ip: text('192.0.2.7', { at: 'ipmi.add/ip' }),
      controller_username: text('admin', { at: 'ipmi.add/username' }),
      controller_password: text('a-secret', { at: 'ipmi.add/password' }),
    },
  },
  {
    file: 'servers/install/operation-form.tsx',
    form: 'OperationForm',
    state: 'new rescue system',
    draw: () => <OperationForm type="rescue" types={['rescue']} plan={plan} server={{ ...server, hindrances: [] }} />,
    answers: { 'sshkey.list': { list: [], size: 0 } },
    acts: { password: text('a-secret-1'), pasted: text(KEY, { at: 'ssh_pub_keys', sent: [KEY] }) },
  },
  {
    file: 'servers/install/operation-form.tsx',
    form: 'OperationForm',
    state: 'new diagnostics',
    draw: () => <OperationForm type="diag" types={['diag']} plan={diagPlan} server={{ ...server, hindrances: [] }} />,
    acts: { ...loads, setup_ipmi: tick(true) },
  },
  {
    file: 'servers/plans/new/plan-form.tsx',
    form: 'PlanForm',
    state: 'new diagnostics',
    draw: () => <PlanForm type="diag" servers={[71]} />,
    answers: {
      'operationPlan.preview': { servers: [], go: 1, seconds: null, seen: 'as-shown' },
      'osTemplate.list': { list: [sampleOf(templateRecord, SECOND)], size: 1 },
    },
    acts: { os_template_id: pick(), ...loads, limit_per_location: number(2), stagger_seconds: number(20) },
  },
  {
    file: 'servers/plans/new/plan-form.tsx',
    form: 'PlanForm',
    state: 'new wipe',
    draw: () => <PlanForm type="clear_hdd" servers={[71]} />,
    answers: { 'operationPlan.preview': { servers: [], go: 1, seconds: null, seen: 'as-shown' } },
    acts: { limit_per_location: number(2), stagger_seconds: thenTyped(number(20), '1') },
  },
  {
    file: 'servers/operation/limit-dialog.tsx',
    form: 'LimitDialog',
    state: 'of all operations',
    draw: () => <LimitDialog onClose={close} />,
    answers: { 'operation.settings': { limit_minutes: 60 } },
    acts: { limit_minutes: number(90) },
  },
  {
    file: 'os-templates/bring-templates.tsx',
    form: 'BringTemplates',
    state: 'to a location',
    draw: () => <BringTemplates location={sampleOf(locationRecord)} onClose={close} />,
    answers: { 'osTemplate.list': { list: [sampleOf(templateRecord, SECOND)], size: 1 } },
    acts: { os_templates: pick({ sent: [72] }) },
  },
  {
    file: 'servers/edit-server.tsx',
    form: 'EditServer',
    state: 'edit',
    draw: () => <EditServer server={server} onClose={close} />,
    acts: {
      ...own(serverFields, 'edit'),
      mac,
      efi: tick(true, { at: 'settings.efi' }),
    },
  },
  {
    file: 'servers/move-server.tsx',
    form: 'MoveServer',
    state: 'edit',
    draw: () => <MoveServer server={server} onClose={close} />,
    answers: freeRack,
    acts: { rack: pick(), unit: choose(2, 36) },
  },
  {
    file: 'servers/server-links.tsx',
    form: 'ServerOwner',
    state: 'edit',
    draw: () => <ServerOwner server={server} onClose={close} />,
    acts: { owner: pick({ emptiedBy: 'dci.server.removeOwner' }) },
  },
  {
    file: 'servers/server-links.tsx',
    form: 'ServerNode',
    state: 'edit',
    draw: () => <ServerNode server={server} onClose={close} />,
    acts: { node: pick() },
  },
  {
    file: 'servers/page/connect-server.tsx',
    form: 'ConnectServer',
    state: 'new',
    draw: () => <ConnectServer server={server} to="port" onClose={close} />,
    acts: { device: pick({ at: 'server_id', sent: server.id }), socket: pick({ at: 'switch_port_id' }) },
  },
  {
    file: 'server-ip/server-ip-dialogs.tsx',
    form: 'AddAddress',
    state: 'new',
    draw: () => <ServerIpDialogs asked={{ command: 'add', server }} onClose={close} />,
    acts: {
      domain: text('new.example'),
      ip_pool: pick(),
      ip_net: pick(),
      ip_name: text('198.51.100.7'),
      set_as_main_ipv4: tick(true),
      family: choose(0, 'ipv4'),
    },
  },
  {
    file: 'server-ip/server-ip-dialogs.tsx',
    form: 'EditDomain',
    state: 'edit',
    draw: () => (
      <ServerIpDialogs
        asked={{ command: 'edit', server, address: sampleOf(serverIpRecord, { domain: 'old.example' }) }}
        onClose={close}
      />
    ),
    acts: { domain: text('new.example') },
  },
  {
    file: 'hardware/platform-form.tsx',
    form: 'PlatformForm',
    state: 'new',
    draw: () => <PlatformForm onClose={close} />,
    acts: {
      name: text('M-1'),
      server_size: choose(1, 2),
      width: choose(1, 'half'),
      cpu_socket: pick(),
      cpu_socket_count: choose(0, 1),
      ...sizes,
      type: choose(0, 'server'),
    },
  },
  {
    file: 'hardware/platform-form.tsx',
    form: 'PlatformForm',
    state: 'edit',
    draw: () => <PlatformForm record={platform} onClose={close} />,
    acts: { name: text('M-1'), width: choose(1, 'half'), cpu_socket: pick(), cpu_socket_count: choose(0, 1), ...sizes },
  },
  {
    file: 'hardware/socket-dialogs.tsx',
    form: 'SocketForm',
    state: 'new',
    draw: () => <SocketDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: { name: text('LGA 1'), note: text('a note') },
  },
  {
    file: 'hardware/socket-dialogs.tsx',
    form: 'SocketForm',
    state: 'edit',
    draw: () => <SocketDialogs asked={{ command: 'edit', record: sampleOf(cpuSocketRecord) }} onClose={close} />,
    acts: { name: text('LGA 1'), note: text('a note') },
  },
]
