import { tag } from '../../../protocols/snmp/ber.ts'
import { type AgentColumn, type AgentValue, arcs, value, type Written } from '../../peers/snmp/agent-view.ts'
import { brokenFrames, changeLink, isUp, octets, type SimulatedPort, type SimulatedSwitch } from './model.ts'

export type SwitchColumn = AgentColumn<SimulatedSwitch>

const scalarRows = [[0]] as const

export function scalar(oid: string, read: (model: SimulatedSwitch) => AgentValue | null): SwitchColumn {
  return { oid: arcs(oid), rows: () => scalarRows, read }
}

const rowCache = new Map<string, readonly (readonly number[])[]>()

/** Index rows of all ports; the same array for all switches of a shape. */
function portRows(
  model: SimulatedSwitch,
  kind: 'if_index' | 'number' | 'mau' | 'stack',
): readonly (readonly number[])[] {
  const key = `${kind}/${model.ports[0]?.if_index}/${model.ports.length}`
  let rows = rowCache.get(key)
  if (!rows) {
    rows = model.ports.map((port) =>
      kind === 'mau' ? [port.if_index, 1] : kind === 'stack' ? [1, port.number] : [port[kind]],
    )
    rowCache.set(key, rows)
  }
  return rows
}

export type PortWrite = (model: SimulatedSwitch, port: SimulatedPort, written: Written, commit: boolean) => number

/** A column with a row for each port; `index` is how rows are numbered. */
export function portColumn(
  oid: string,
  index: 'if_index' | 'number' | 'mau' | 'stack',
  read: (port: SimulatedPort, model: SimulatedSwitch) => AgentValue | null,
  write?: PortWrite,
): SwitchColumn {
  const find = (model: SimulatedSwitch, row: readonly number[]) => {
    const first = model.ports[0]
    const at = index === 'if_index' || index === 'mau' ? (row[0] ?? 0) - (first?.if_index ?? 0) : (row.at(-1) ?? 0) - 1
    return model.ports[at]
  }
  return {
    oid: arcs(oid),
    rows: (model) => portRows(model, index),
    read: (model, row) => {
      const port = find(model, row)
      return port ? read(port, model) : null
    },
    ...(write && {
      write: (model: SimulatedSwitch, row: readonly number[], written: Written, commit: boolean) => {
        const port = find(model, row)
        return port ? write(model, port, written, commit) : 18
      },
    }),
  }
}

const isText = (written: Written, max: number) => written.type === tag.octets && written.bytes.length <= max

const entry = '1.3.6.1.2.1.2.2.1'
const extended = '1.3.6.1.2.1.31.1.1.1'
const oper = (port: SimulatedPort) => value.integer(isUp(port) ? 1 : 2)
const zero = value.counter(0)

const setAdmin: PortWrite = (model, port, written, commit) => {
  if (written.type !== tag.integer) return 7
  if (written.number !== 1 && written.number !== 2) return 10
  if (commit) changeLink(model, port, { admin: written.number })
  return 0
}

const setAlias: PortWrite = (_model, port, written, commit) => {
  if (!isText(written, 64)) return 10
  if (commit) port.alias = written.bytes.toString('utf8')
  return 0
}

/** System group, ENTITY-MIB's chassis, IF-MIB and EtherLike-MIB: the same for all kinds. */
export const interfaceColumns: SwitchColumn[] = [
  scalar('1.3.6.1.2.1.1.1', (model) => value.octets(model.description)),
  scalar('1.3.6.1.2.1.1.2', () => value.oid(arcs('1.3.6.1.4.1.8072.3.2.10'))),
  scalar('1.3.6.1.2.1.1.3', (model) => value.ticks(Math.floor((model.clock() - model.started) / 10))),
  scalar('1.3.6.1.2.1.1.4', (model) => value.octets(model.contact)),
  scalar('1.3.6.1.2.1.1.5', (model) => value.octets(model.name)),
  scalar('1.3.6.1.2.1.1.6', (model) => value.octets(model.location)),
  { oid: arcs('1.3.6.1.2.1.47.1.1.1.1.5'), rows: () => [[1]], read: () => value.integer(3) },
  { oid: arcs('1.3.6.1.2.1.47.1.1.1.1.10'), rows: () => [[1]], read: () => value.octets('1.0') },
  { oid: arcs('1.3.6.1.2.1.47.1.1.1.1.11'), rows: () => [[1]], read: (model) => value.octets(model.serial) },
  { oid: arcs('1.3.6.1.2.1.47.1.1.1.1.13'), rows: () => [[1]], read: (model) => value.octets(model.model) },
  portColumn(`${entry}.1`, 'if_index', (port) => value.integer(port.if_index)),
  portColumn(`${entry}.2`, 'if_index', (port) => value.octets(port.name)),
  portColumn(`${entry}.3`, 'if_index', () => value.integer(6)),
  portColumn(`${entry}.5`, 'if_index', (port) => value.gauge(Math.min(port.mbps * 1e6, 0xffffffff))),
  portColumn(`${entry}.6`, 'if_index', (port) => value.octets(port.mac)),
  portColumn(`${entry}.7`, 'if_index', (port) => value.integer(port.admin), setAdmin),
  portColumn(`${entry}.8`, 'if_index', oper),
  portColumn(`${entry}.10`, 'if_index', (port, model) => value.counter(octets(model, port).in)),
  portColumn(`${entry}.13`, 'if_index', () => zero),
  portColumn(`${entry}.14`, 'if_index', (port, model) => value.counter(brokenFrames(model, port))),
  portColumn(`${entry}.16`, 'if_index', (port, model) => value.counter(octets(model, port).out)),
  portColumn(`${entry}.19`, 'if_index', () => zero),
  portColumn(`${entry}.20`, 'if_index', () => zero),
  portColumn(`${extended}.1`, 'if_index', (port) => value.octets(port.name)),
  portColumn(`${extended}.6`, 'if_index', (port, model) => value.counter64(octets(model, port).in)),
  portColumn(`${extended}.10`, 'if_index', (port, model) => value.counter64(octets(model, port).out)),
  portColumn(`${extended}.15`, 'if_index', (port) => value.gauge(port.mbps)),
  portColumn(`${extended}.18`, 'if_index', (port) => value.octets(port.alias), setAlias),
  portColumn('1.3.6.1.2.1.10.7.2.1.19', 'if_index', (port) =>
    value.integer(isUp(port) ? (port.full_duplex ? 3 : 2) : 1),
  ),
]
