import { ipmiRecord } from '../../../server/domain/ipmi/schema.ts'
import { pduRecord } from '../../../server/domain/pdu/schema.ts'
import { serverRecord } from '../../../server/domain/server/record.ts'
import { switchPortRecord, switchRecord } from '../../../server/domain/switch/record.ts'
import { ControllerForm } from '../../controllers/controller-form.tsx'
import { ConnectServer, MarkService } from '../../devices/cable-dialogs.tsx'
import { DeviceForm } from '../../devices/device-form.tsx'
import { EditPort } from '../../switches/edit-port.tsx'
import { choose, number, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { freeRack } from './rack-forms.tsx'
import { sampleOf } from './sample.ts'

const close = () => {}
const supported = { list: [{ name: 'any', label: 'Any', protocol: ['snmp', 'netconf', 'ssh'], capabilities: {} }] }
const answers = { ...freeRack, supported }
const plain = { name: text('leaf-1'), ip: text('192.0.2.7'), note: text('a note') }
const place = { rack: pick(), size: number(2), unit: choose(2, 39) }
const params = {
  'netconf_params.username': text('nc'),
  'netconf_params.password': text('nc-secret'),
  'netconf_params.port': number(831, { emptied: 830 }),
  'ssh_params.user': text('ops'),
  'ssh_params.password': text('ssh-secret'),
  'ssh_params.port': number(2222, { emptied: 22 }),
}
const v3 = {
  'snmp_params.version': choose(2, 'snmp_v3'),
  'snmp_params.security_level': choose(2, 'auth_with_privacy'),
  'snmp_params.security_username': text('reader'),
  'snmp_params.auth_protocol': choose(0, 'MD5'),
  'snmp_params.auth_password': text('auth-secret'),
  'snmp_params.privacy_protocol': choose(0, 'DES'),
  'snmp_params.privacy_password': text('privacy-secret'),
}
const known = {
  device: 'any' as never,
  ip: '192.0.2.1',
  unit: 4,
  size: 1,
  snmp_params: { version: 'snmp_v3' as const, security_level: 'auth_with_privacy' as const, security_username: 'old' },
  ssh_params: { user: 'old', port: 22 },
  netconf_params: { username: 'old', port: 830 },
}
const controller = sampleOf(ipmiRecord, { ip: '192.0.2.1', mac: '52:54:00:00:00:01', port: 623, web_port: 443 })
const controllerActs = {
  type: choose(1, 'amt'),
  ip: text('192.0.2.9'),
  port: number(6230),
  username: text('admin'),
  password: text('a-secret'),
  mac: text('52:54:00:00:00:09'),
  web_port: number(8443),
}
const trunk = sampleOf(switchPortRecord, { vlan_id: 10, is_trunk: true, trunk_members: [20, 30] })

const nowhere = { rack: null, unit: '' }

export const deviceForms: readonly Row[] = [
  {
    file: 'devices/device-form.tsx',
    form: 'DeviceForm',
    state: 'new',
    draw: (note) => <DeviceForm kind="switch" asked={nowhere} send={note} onClose={close} />,
    answers,
    acts: {
      device: choose(0, 'any'),
      ...plain,
      ...place,
      'snmp_params.version': choose(0, 'snmp_v1'),
      'snmp_params.community': text('a-secret'),
      ...params,
    },
  },
  {
    file: 'devices/device-form.tsx',
    form: 'DeviceForm',
    state: 'edit a switch with SNMPv3',
    draw: (note) => <DeviceForm kind="switch" record={sampleOf(switchRecord, known)} send={note} onClose={close} />,
    answers,
    acts: { ...plain, size: number(2), unit: choose(2, 39), ...v3, ...params },
  },
  {
    file: 'devices/device-form.tsx',
    form: 'DeviceForm',
    state: 'edit a PDU',
    draw: (note) => <DeviceForm kind="pdu" record={sampleOf(pduRecord, known)} send={note} onClose={close} />,
    answers,
    acts: { ...plain, size: number(2), unit: choose(2, 39), ...v3, ...params },
  },
  {
    file: 'devices/cable-dialogs.tsx',
    form: 'ConnectServer',
    state: 'new',
    draw: (note) => <ConnectServer title="p1" connect={(server_id) => note({ server_id })} onClose={close} />,
    acts: { server_id: pick() },
  },
  {
    file: 'devices/cable-dialogs.tsx',
    form: 'MarkService',
    state: 'new',
    draw: (note) => (
      <MarkService title="p1" mark={(connection_type_info) => note({ connection_type_info })} onClose={close} />
    ),
    acts: { connection_type_info: text('camera') },
  },
  {
    file: 'switches/edit-port.tsx',
    form: 'EditPort',
    state: 'edit a trunk',
    draw: () => <EditPort port={trunk} location_id={1} title="p1" onClose={close} />,
    acts: {
      // By name, as the list of VLANs of the location has it.
      vlan_id: { ...text('second'), sent: 72 },
      trunk_members: text('100-102, First', { sent: [71, 100, 101, 102] }),
      note: text('a note'),
    },
    keeps: ['is_trunk'],
  },
  {
    file: 'switches/edit-port.tsx',
    form: 'EditPort',
    state: 'edit an access port',
    draw: () => (
      <EditPort port={{ ...trunk, is_trunk: false, trunk_members: [] }} location_id={1} title="p1" onClose={close} />
    ),
    acts: { is_trunk: tick(true), vlan_id: { ...text('12'), sent: 12 }, trunk_members: text('7', { sent: [7] }) },
    keeps: ['note'],
  },
  {
    file: 'controllers/controller-form.tsx',
    form: 'ControllerForm',
    state: 'new',
    draw: () => <ControllerForm server={sampleOf(serverRecord)} onClose={close} />,
    acts: controllerActs,
  },
  {
    file: 'controllers/controller-form.tsx',
    form: 'ControllerForm',
    state: 'edit',
    draw: () => <ControllerForm controller={controller} onClose={close} />,
    acts: controllerActs,
  },
]
