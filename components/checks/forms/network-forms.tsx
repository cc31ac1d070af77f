import { addressGroupRecord } from '../../../server/domain/address-group/schema.ts'
import { interfaceRecord } from '../../../server/domain/host/network.ts'
import type { PacketRule } from '../../../server/domain/host/packet-rules.ts'
import { hostRecord } from '../../../server/domain/host/record.ts'
import { rulesOfSet } from '../../../server/domain/host/rule-sets.ts'
import AddressGroupDialogs from '../../address-groups/address-group-dialogs.tsx'
import NetworkDialogs from '../../hosts/network/network-dialogs.tsx'
import type { NetworkAsking } from '../../hosts/network/use-network-actions.tsx'
import { choose, number, pick, text, tick } from './acts.ts'
import type { Row } from './forms.tsx'
import { sampleOf } from './sample.ts'
import { SECOND } from './stage.tsx'

const close = () => {}
const faces = [0, 1].map((n) => ({
  host_interface: `eth${n}`,
  mac: `52:54:00:00:00:0${n}`,
  node_interface: 1,
  dhcp: false,
}))
const host = { ...sampleOf(hostRecord), interfaces: faces, ip4: [], ip6: [] }
const face = sampleOf(interfaceRecord, { model: 'e1000', bridge: 'vmbr0', bridge_id: 7, name: 'eth0', state: 'ok' })
const draw = (asked: NetworkAsking) => () => <NetworkDialogs host={host} asked={asked} onClose={close} />

const [mailOut] = rulesOfSet('no_mail_out', { answers: '', dhcp: '', rest: '', mail: '' }) as [PacketRule]

const groupActs = {
  name: text('office'),
  members: text('192.0.2.0/24', { sent: ['192.0.2.0/24'] }),
  note: text('second floor'),
}

/** What the tab Network of a VM asks, and the page of groups that rules name. */
export const networkForms: readonly Row[] = [
  {
    file: 'address-groups/address-group-dialogs.tsx',
    form: 'AddressGroupForm',
    state: 'new',
    draw: () => <AddressGroupDialogs asked={{ command: 'create' }} onClose={close} />,
    acts: { ...groupActs, for_all: tick(true) },
  },
  {
    file: 'address-groups/address-group-dialogs.tsx',
    form: 'AddressGroupForm',
    state: 'edit',
    draw: () => (
      <AddressGroupDialogs
        asked={{ command: 'edit', record: sampleOf(addressGroupRecord, { members: ['192.0.2.9'] }) }}
        onClose={close}
      />
    ),
    acts: groupActs,
  },
  {
    file: 'hosts/network/interface-dialogs.tsx',
    form: 'AddInterface',
    state: 'new',
    draw: draw({ command: 'addInterface' }),
    acts: {
      where: choose(1, false, 'is_main_network'),
      model: choose(1, 'rtl8139'),
      count: number(2, { at: 'ip_count' }),
      name: text('lan0'),
    },
    keeps: ['how'],
  },
  {
    file: 'hosts/network/interface-dialogs.tsx',
    form: 'EditInterface',
    state: 'edit',
    draw: draw({ command: 'editInterface', face }),
    acts: { model: choose(1, 'rtl8139') },
    keeps: ['bridge_id'],
  },
  {
    file: 'hosts/network/address-dialogs.tsx',
    form: 'AddAddress',
    state: 'new',
    draw: draw({ command: 'addAddress' }),
    acts: { host_interface: choose(1, 'eth1'), count: number(2, { at: 'ipv4_number' }) },
    keeps: ['kind'],
  },
  {
    file: 'hosts/network/rule-dialog.tsx',
    form: 'RuleDialog',
    state: 'new',
    draw: draw({ command: 'rule', rules: [], of: { actions: ['accept', 'drop', 'reject'], groups: [] }, at: null }),
    acts: {
      action: choose(1, 'drop', 'rules.0.action'),
      direction: choose(1, 'out', 'rules.0.direction'),
      protocol: choose(1, ['udp'], 'rules.0.protocols'),
      portstart: number(53, { at: 'rules.0.portstart' }),
      portend: number(54, { at: 'rules.0.portend' }),
      rate: number(10, { at: 'rules.0.rate' }),
      peers: text('192.0.2.0/24', { at: 'rules.0.peers', sent: ['192.0.2.0/24'] }),
      note: text('office', { at: 'rules.0.note' }),
      enabled: tick(false, { at: 'rules.0.enabled' }),
    },
    keeps: ['source'],
  },
  {
    file: 'hosts/network/rule-dialog.tsx',
    form: 'RuleDialog',
    state: 'edit one that names a group',
    draw: draw({
      command: 'rule',
      rules: [{ ...mailOut, group: 7 }],
      of: { actions: ['accept', 'drop'], groups: [{ id: 7, name: 'office', members: ['192.0.2.1'] }] },
      at: 0,
    }),
    answers: { 'addressGroup.list': { size: 1, list: [{ ...SECOND, members: ['192.0.2.9'] }] } },
    acts: { group: pick({ at: 'rules.0.group', sent: 72 }) },
    keeps: ['action', 'direction', 'protocol', 'portstart', 'portend', 'rate', 'source', 'note', 'enabled'],
  },
  {
    file: 'hosts/network/rule-set-dialog.tsx',
    form: 'RuleSetDialog',
    state: 'new',
    draw: draw({ command: 'ruleSet', rules: [{ ...mailOut, note: 'kept' }] }),
    acts: { set: choose(1, 80, 'rules.2.portstart'), replace: tick('kept', { at: 'rules.0.note' }) },
  },
]
