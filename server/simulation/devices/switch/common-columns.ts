import { oidOf, tag } from '../../../protocols/snmp/ber.ts'
import { dot3MauType, mauTypes } from '../../../protocols/snmp/mibs/mau.ts'
import { portsOf } from '../../../protocols/snmp/port-list.ts'
import { arcs, value, type Written } from '../../peers/snmp/agent-view.ts'
import { type PortWrite, portColumn, type SwitchColumn } from './interface-columns.ts'
import type { SimulatedPort, SimulatedSwitch, SimulatedVlan } from './model.ts'

function portList(model: SimulatedSwitch, ports: Set<number>): Buffer {
  const list = Buffer.alloc(Math.ceil(model.ports.length / 8))
  for (const port of ports) list[(port - 1) >> 3] = (list[(port - 1) >> 3] ?? 0) | (0x80 >> ((port - 1) & 7))
  return value.octets(list)
}

type VlanWrite = (model: SimulatedSwitch, vlan: SimulatedVlan, written: Written, commit: boolean) => number

function vlanColumn(
  column: number,
  read: (vlan: SimulatedVlan, model: SimulatedSwitch) => Buffer,
  write?: VlanWrite,
): SwitchColumn {
  return {
    oid: arcs(`1.3.6.1.2.1.17.7.1.4.3.1.${column}`),
    rows: (model) => [...model.vlans.keys()].sort((a, b) => a - b).map((id) => [id]),
    read: (model, [id = 0]) => {
      const vlan = model.vlans.get(id)
      return vlan ? read(vlan, model) : null
    },
    ...(write && {
      write: (model: SimulatedSwitch, [id = 0]: readonly number[], written: Written, commit: boolean) => {
        const vlan = model.vlans.get(id)
        return vlan ? write(model, vlan, written, commit) : 18
      },
    }),
  }
}

const setPorts =
  (which: 'egress' | 'untagged'): VlanWrite =>
  (model, vlan, written, commit) => {
    const ports = portsOf(written.bytes)
    if (written.type !== tag.octets || ports.some((port) => port > model.ports.length)) return 10
    if (commit) vlan[which] = new Set(ports)
    return 0
  }

const setName: VlanWrite = (_model, vlan, written, commit) => {
  if (written.type !== tag.octets || written.bytes.length > 32) return 10
  if (commit) vlan.name = written.bytes.toString('utf8')
  return 0
}

const rowStatusColumn: SwitchColumn = {
  ...vlanColumn(5, () => value.integer(1)),
  write: (model, [id = 0], written, commit) => {
    if (id < 1 || id > 4094) return 11
    const vlan = model.vlans.get(id)
    if (written.number === 4) {
      if (vlan) return 12
      if (commit) model.vlans.set(id, { name: '', egress: new Set(), untagged: new Set() })
      return 0
    }
    if (written.number !== 6) return 10
    if (id === 1) return 12
    if (commit) model.vlans.delete(id)
    return 0
  },
}

const setPvid: PortWrite = (model, port, written, commit) => {
  if (written.type !== tag.gauge) return 7
  if (!model.vlans.has(written.number)) return 12
  if (commit) port.pvid = written.number
  return 0
}

const mauType = (port: SimulatedPort) => {
  const speed = port.mbps >= 1_000 ? `${port.mbps / 1_000}G` : `${port.mbps}M`
  return mauTypes[`${speed} ${port.full_duplex ? 'full' : 'half'}` as keyof typeof mauTypes] ?? mauTypes['1G full']
}

const setMauType: PortWrite = (_model, port, written, commit) => {
  if (written.type !== tag.oid) return 7
  const number = oidOf(written.bytes).at(-1)
  const found = Object.entries(mauTypes).find(([, type]) => type === number)?.[0]
  if (!found) return 10
  const [speed = '', duplex] = found.split(' ')
  if (commit) {
    port.mbps = Number.parseInt(speed, 10) * (speed.endsWith('G') ? 1_000 : 1)
    port.full_duplex = duplex === 'full'
  }
  return 0
}

const setAutoNegotiation: PortWrite = (_model, port, written, commit) => {
  if (written.number !== 1 && written.number !== 2) return 10
  if (commit) port.auto = written.number === 1
  return 0
}

/** Q-BRIDGE-MIB and MAU-MIB: what distinguishes `snmp_common` from other kinds. */
export const commonColumns: SwitchColumn[] = [
  vlanColumn(1, (vlan) => value.octets(vlan.name), setName),
  vlanColumn(2, (vlan, model) => portList(model, vlan.egress), setPorts('egress')),
  vlanColumn(4, (vlan, model) => portList(model, vlan.untagged), setPorts('untagged')),
  rowStatusColumn,
  portColumn('1.3.6.1.2.1.17.7.1.4.5.1.1', 'number', (port) => value.gauge(port.pvid), setPvid),
  portColumn(
    '1.3.6.1.2.1.26.2.1.1.11',
    'mau',
    (port) => value.oid(arcs(`${dot3MauType}.${mauType(port)}`)),
    setMauType,
  ),
  portColumn('1.3.6.1.2.1.26.5.1.1.1', 'mau', (port) => value.integer(port.auto ? 1 : 2), setAutoNegotiation),
]
