import { arcs, value } from '../../peers/snmp/agent-view.ts'
import { portColumn, type SwitchColumn } from './interface-columns.ts'
import type { SimulatedPort, SimulatedSwitch } from './model.ts'

const bytesOf = (mac: string) => mac.split(':').map((byte) => Number.parseInt(byte, 16))

function compareRows(a: readonly number[], b: readonly number[]): number {
  for (let i = 0; i < Math.min(a.length, b.length); i += 1) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0)
    if (difference !== 0) return difference
  }
  return a.length - b.length
}

const withNeighbour = (model: SimulatedSwitch) =>
  model.ports.filter((port) => port.neighbour && port.linked && port.admin === 1)

function neighbourColumn(
  column: number,
  read: (neighbour: NonNullable<SimulatedPort['neighbour']>) => Buffer,
): SwitchColumn {
  return {
    oid: arcs(`1.0.8802.1.1.2.1.4.1.1.${column}`),
    rows: (model) => withNeighbour(model).map((port) => [0, port.number, 1]),
    read: (model, [, number = 0]) => {
      const neighbour = model.ports[number - 1]?.neighbour
      return neighbour ? read(neighbour) : null
    },
  }
}

/** LLDP-MIB: local ports by name, neighbours of the ports that have one. */
export const lldpColumns: SwitchColumn[] = [
  portColumn('1.0.8802.1.1.2.1.3.7.1.2', 'number', () => value.integer(5)),
  portColumn('1.0.8802.1.1.2.1.3.7.1.3', 'number', (port) => value.octets(port.name)),
  portColumn('1.0.8802.1.1.2.1.3.7.1.4', 'number', (port) => value.octets(port.name)),
  neighbourColumn(4, () => value.integer(4)),
  neighbourColumn(5, (neighbour) => value.octets(Uint8Array.from(bytesOf(neighbour.chassis_mac)))),
  neighbourColumn(6, () => value.integer(5)),
  neighbourColumn(7, (neighbour) => value.octets(neighbour.port_id)),
  neighbourColumn(8, (neighbour) => value.octets(neighbour.port_description)),
  neighbourColumn(9, (neighbour) => value.octets(neighbour.name)),
  neighbourColumn(10, (neighbour) => value.octets(neighbour.description)),
]

type Learned = { row: number[]; port: number }

const known = new WeakMap<SimulatedSwitch, { stamp: string; rows: number[][]; ports: Map<string, number> }>()

/** Learned addresses with the VLAN of their port, in the order of the table; made anew when a port changed. */
function learned(model: SimulatedSwitch) {
  const up = model.ports.filter((port) => port.macs.length > 0 && port.admin === 1 && port.linked)
  const stamp = up.map((port) => `${port.number}/${port.pvid}/${port.macs.join()}`).join(';')
  let table = known.get(model)
  if (table?.stamp !== stamp) {
    const entries = up.flatMap((port) =>
      port.macs.map((mac): Learned => ({ row: [port.pvid, ...bytesOf(mac)], port: port.number })),
    )
    entries.sort((a, b) => compareRows(a.row, b.row))
    const ports = new Map(entries.map((entry) => [entry.row.join('.'), entry.port]))
    table = { stamp, rows: entries.map((entry) => entry.row), ports }
    known.set(model, table)
  }
  return table
}

const fdb = (column: number, read: (port: number) => Buffer): SwitchColumn => ({
  oid: arcs(`1.3.6.1.2.1.17.7.1.2.2.1.${column}`),
  rows: (model) => learned(model).rows,
  read: (model, row) => {
    const port = learned(model).ports.get(row.join('.'))
    return port === undefined ? null : read(port)
  },
})

const plainFdb = (column: number, read: (port: number) => Buffer): SwitchColumn => ({
  oid: arcs(`1.3.6.1.2.1.17.4.3.1.${column}`),
  rows: (model) =>
    learned(model)
      .rows.filter(([vlan]) => vlan === (model.shown_vlan ?? 1))
      .map(([, ...mac]) => mac),
  read: (model, row) => {
    const port = learned(model).ports.get([model.shown_vlan ?? 1, ...row].join('.'))
    return port === undefined ? null : read(port)
  },
})

/** BRIDGE-MIB's port numbers. */
export const bridgePortColumns: SwitchColumn[] = [
  portColumn('1.3.6.1.2.1.17.1.4.1.2', 'number', (port) => value.integer(port.if_index)),
]

/** Learned addresses by Q-BRIDGE-MIB. */
/** Which aggregation a port has chosen, and which it is attached to. */
export const aggregateColumns: SwitchColumn[] = [12, 13].map((column) =>
  portColumn(`1.2.840.10006.300.43.1.2.1.1.${column}`, 'if_index', (port) => value.integer(port.aggregate)),
)

export const fdbColumns: SwitchColumn[] = [fdb(2, (port) => value.integer(port)), fdb(3, () => value.integer(3))]

/** Learned addresses by BRIDGE-MIB: those of one VLAN, which the community chooses. */
export const plainFdbColumns: SwitchColumn[] = [
  plainFdb(2, (port) => value.integer(port)),
  plainFdb(3, () => value.integer(3)),
]

/** The switch as a community for one VLAN shows it: everything the same but the addresses. */
export function showVlan(model: SimulatedSwitch, suffix: string): SimulatedSwitch | null {
  const vlan = Number(suffix)
  if (!model.vlans.has(vlan)) return null
  return Object.create(model, { shown_vlan: { value: vlan } }) as SimulatedSwitch
}
