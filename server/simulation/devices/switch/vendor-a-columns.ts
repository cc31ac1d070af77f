import { tag } from '../../../protocols/snmp/ber.ts'
import { adminSpeeds } from '../../../protocols/snmp/mibs/cisco.ts'
import { arcs, value, type Written } from '../../peers/snmp/agent-view.ts'
import { type PortWrite, portColumn, type SwitchColumn, scalar } from './interface-columns.ts'
import type { SimulatedPort, SimulatedSwitch } from './model.ts'

const vtp = '1.3.6.1.4.1.9.9.46.1'
const ids = (model: SimulatedSwitch) => [...model.vlans.keys()].sort((a, b) => a - b)
const vlanRows = (model: SimulatedSwitch) => ids(model).map((id) => [1, id])

const vlanColumn = (column: number, read: (name: string) => Buffer): SwitchColumn => ({
  oid: arcs(`${vtp}.3.1.1.${column}`),
  rows: vlanRows,
  read: (model, [, id = 0]) => {
    const vlan = model.vlans.get(id)
    return vlan ? read(vlan.name) : null
  },
})

/** Copy, apply and release of the VLAN list (vtpVlanEditOperation). */
function operate(model: SimulatedSwitch, _row: readonly number[], { number }: Written, commit: boolean): number {
  if (number === 2 && model.editing) return 12
  if (number === 3 && !model.editing) return 12
  if (number < 1 || number > 4) return 10
  if (!commit) return 0
  if (number === 2) model.editing = new Map()
  if (number === 4) model.editing = null
  if (number === 3) {
    for (const [id, name] of model.editing ?? []) {
      const known = model.vlans.get(id)
      if (name === null) model.vlans.delete(id)
      else if (known) known.name = name
      else model.vlans.set(id, { name, egress: new Set(), untagged: new Set() })
    }
  }
  return 0
}

const editing = (
  act: (list: Map<number, string | null>, id: number, written: Written, model: SimulatedSwitch) => number,
) =>
  ((model, [, id = 0], written, commit) => {
    if (!model.editing || id < 1 || id > 4094) return 12
    return act(commit ? model.editing : new Map(model.editing), id, written, model)
  }) satisfies SwitchColumn['write']

const setRow = editing((list, id, { number }, model) => {
  if (number === 4 && (model.vlans.has(id) || list.has(id))) return 12
  if (number !== 4 && number !== 6) return 10
  if (number === 6 && id === 1) return 12
  list.set(id, number === 4 ? `VLAN${String(id).padStart(4, '0')}` : null)
  return 0
})

const setName = editing((list, id, { type, bytes }, model) => {
  if (type !== tag.octets || bytes.length > 32) return 10
  if (!model.vlans.has(id) && !list.has(id)) return 12
  list.set(id, bytes.toString('utf8'))
  return 0
})

const integerIn =
  (
    allowed: (number: number, model: SimulatedSwitch) => boolean,
    apply: (port: SimulatedPort, number: number) => void,
  ): PortWrite =>
  (model, port, { type, number }, commit) => {
    if (type !== tag.integer) return 7
    if (!allowed(number, model)) return 10
    if (commit) apply(port, number)
    return 0
  }

const setAccess: PortWrite = (model, port, written, commit) => {
  // These switches refuse the access VLAN of a port that is a trunk.
  if (port.trunk) return 12
  return integerIn(
    (id) => model.vlans.has(id),
    (each, id) => {
      each.pvid = id
    },
  )(model, port, written, commit)
}

const bitmap = (part: number): SwitchColumn =>
  portColumn(
    `${vtp}.6.1.1.${[4, 17, 18, 19][part]}`,
    'if_index',
    (port) => value.octets(port.allowed[part] ?? Buffer.alloc(128)),
    (_model, port, { type, bytes }, commit) => {
      if (type !== tag.octets || bytes.length !== 128) return 10
      if (commit) port.allowed[part] = bytes
      return 0
    },
  )

const speedOf = (port: SimulatedPort) =>
  port.auto ? adminSpeeds.auto : port.mbps === 10_000 ? 10 : port.mbps * 1_000_000
const stack = '1.3.6.1.4.1.9.5.1.4.1.1'

/** The vendor's tables for VLANs (VTP, VLAN membership) and for speed and duplex (stack). */
export const vendorAColumns: SwitchColumn[] = [
  vlanColumn(2, () => value.integer(1)),
  vlanColumn(3, () => value.integer(1)),
  vlanColumn(4, (name) => value.octets(name)),
  { ...scalar(`${vtp}.4.1.1.1`, () => value.integer(1)), rows: () => [[1]], write: operate },
  { ...scalar(`${vtp}.4.1.1.2`, () => value.integer(2)), rows: () => [[1]] },
  {
    ...scalar(`${vtp}.4.1.1.3`, (model) => value.octets(model.edit_owner)),
    rows: () => [[1]],
    write: (model, _row, { bytes }, commit) => {
      if (commit) model.edit_owner = bytes.toString('utf8').slice(0, 32)
      return 0
    },
  },
  { oid: arcs(`${vtp}.4.2.1.4`), rows: () => [], read: () => null, write: setName },
  { oid: arcs(`${vtp}.4.2.1.11`), rows: () => [], read: () => null, write: setRow },
  bitmap(0),
  bitmap(1),
  bitmap(2),
  bitmap(3),
  portColumn(
    `${vtp}.6.1.1.5`,
    'if_index',
    (port) => value.integer(port.native),
    integerIn(
      (id, model) => model.vlans.has(id),
      (port, id) => {
        port.native = id
      },
    ),
  ),
  portColumn(
    `${vtp}.6.1.1.13`,
    'if_index',
    (port) => value.integer(port.trunk ? 1 : 2),
    integerIn(
      (state) => state === 1 || state === 2,
      (port, state) => {
        port.trunk = state === 1
      },
    ),
  ),
  portColumn(`${vtp}.6.1.1.14`, 'if_index', (port) =>
    value.integer(port.trunk && port.linked && port.admin === 1 ? 1 : 2),
  ),
  portColumn(
    '1.3.6.1.4.1.9.9.68.1.2.2.1.2',
    'if_index',
    (port) => (port.trunk ? null : value.integer(port.pvid)),
    setAccess,
  ),
  portColumn(
    `${stack}.9`,
    'stack',
    (port) => value.integer(speedOf(port)),
    integerIn(
      (speed) => Object.values<number>(adminSpeeds).includes(speed),
      (port, speed) => {
        port.auto = speed <= 2
        if (!port.auto) port.mbps = speed === 10 ? 10_000 : speed / 1_000_000
      },
    ),
  ),
  portColumn(
    `${stack}.10`,
    'stack',
    (port) => value.integer(port.auto ? 4 : port.full_duplex ? 2 : 1),
    integerIn(
      (duplex) => duplex === 1 || duplex === 2 || duplex === 4,
      (port, duplex) => {
        port.full_duplex = duplex !== 1
      },
    ),
  ),
  portColumn(`${stack}.11`, 'stack', (port) => value.integer(port.if_index)),
]
