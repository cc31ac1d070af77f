import { tag } from '../../../protocols/snmp/ber.ts'
import { Agent } from '../../peers/snmp/agent.ts'
import { type AgentColumn, type AgentValue, AgentView, arcs, value, type Written } from '../../peers/snmp/agent-view.ts'
import {
  milliamperes,
  type SimulatedOutlet,
  type SimulatedPdu,
  type SimulatedPduKind,
  totalMilliamperes,
  totalWatts,
  watts,
} from './model.ts'

type Column = AgentColumn<SimulatedPdu>

/** Communities of simulated devices. */
const communities = { readCommunity: 'public', writeCommunity: 'private' } as const

const scalar = (oid: string, read: (pdu: SimulatedPdu) => AgentValue, row: readonly number[] = [0]): Column => ({
  oid: arcs(oid),
  rows: () => [row],
  read,
})

/** A column with a row for each outlet: `index` makes the row of a number, `at` is the position of the number in it. */
function outletColumn(
  oid: string,
  read: (outlet: SimulatedOutlet) => AgentValue,
  shape: { index: (number: number) => number[]; at: number } = { index: (number) => [number], at: 0 },
): Column {
  return {
    oid: arcs(oid),
    rows: (pdu) => pdu.outlets.map((outlet) => shape.index(outlet.number)),
    read: (pdu, row) => {
      const outlet = pdu.outlets[(row[shape.at] ?? 0) - 1]
      return outlet ? read(outlet) : null
    },
  }
}

/** Lets a column switch outlets: the two numbers that mean on and off. */
function switching(column: Column, on: number, off: number, at = 0): Column {
  return {
    ...column,
    write: (pdu, row, { type, number }, commit) => {
      const outlet = pdu.outlets[(row[at] ?? 0) - 1]
      if (!outlet) return 18
      if (type !== tag.integer) return 7
      if (number !== on && number !== off) return 10
      if (commit && outlet.on !== (number === on)) {
        outlet.on = number === on
        pdu.onSwitch(outlet)
      }
      return 0
    },
  }
}

const systemColumns: Column[] = [
  scalar('1.3.6.1.2.1.1.1', (pdu) => value.octets(`Simulated PDU, ${pdu.outlets.length} outlets`)),
  scalar('1.3.6.1.2.1.1.3', (pdu) => value.ticks(Math.floor((Date.now() - pdu.started) / 10))),
  scalar('1.3.6.1.2.1.1.5', (pdu) => value.octets(pdu.name)),
]

const chassis: Column[] = [
  scalar('1.3.6.1.2.1.47.1.1.1.1.5', () => value.integer(3), [1]),
  scalar('1.3.6.1.2.1.47.1.1.1.1.11', (pdu) => value.octets(pdu.serial), [1]),
  scalar('1.3.6.1.2.1.47.1.1.1.1.13', (pdu) => value.octets(pdu.model), [1]),
]

const apc = '1.3.6.1.4.1.318.1.1.12'
const state = (on: number, off: number) => (outlet: SimulatedOutlet) => value.integer(outlet.on ? on : off)
const name = (outlet: SimulatedOutlet) => value.octets(outlet.name)

const apcColumns: Column[] = [
  ...systemColumns,
  ...chassis,
  scalar(`${apc}.1.16`, (pdu) => value.integer(totalWatts(pdu))),
  scalar(`${apc}.2.3.1.1.2`, (pdu) => value.gauge(Math.round(totalMilliamperes(pdu) / 100)), [1]),
  scalar(`${apc}.2.3.1.1.5`, () => value.integer(0), [1]),
  outletColumn(`${apc}.3.5.1.1.2`, name),
  outletColumn(`${apc}.3.5.1.1.4`, state(1, 2)),
  outletColumn(`${apc}.3.5.1.1.7`, (outlet) => value.integer(Math.round(milliamperes(outlet) / 100))),
  switching(outletColumn(`${apc}.3.3.1.1.4`, state(1, 2)), 1, 2),
]

const raritan = '1.3.6.1.4.1.13742.6'
const inPdu = { index: (number: number) => [1, number], at: 1 }

const raritanColumns: Column[] = [
  ...systemColumns,
  ...chassis,
  outletColumn(`${raritan}.3.5.3.1.3`, name, inPdu),
  outletColumn(`${raritan}.4.1.2.1.3`, state(7, 8), inPdu),
  switching(outletColumn(`${raritan}.4.1.2.1.2`, state(1, 0), inPdu), 1, 0, 1),
  bySensor(
    `${raritan}.3.5.4.1.7`,
    () => value.gauge(3),
    () => value.gauge(0),
  ),
  bySensor(
    `${raritan}.5.4.3.1.4`,
    (outlet) => value.gauge(milliamperes(outlet)),
    (outlet) => value.gauge(watts(outlet)),
  ),
  {
    oid: arcs(`${raritan}.3.3.4.1.7`),
    rows: () => [
      [1, 1, 1],
      [1, 1, 5],
    ],
    read: (_pdu, [, , type]) => value.gauge(type === 1 ? 3 : 0),
  },
  {
    oid: arcs(`${raritan}.5.2.3.1.4`),
    rows: () => [
      [1, 1, 1],
      [1, 1, 5],
    ],
    read: (pdu, [, , type]) => value.gauge(type === 1 ? totalMilliamperes(pdu) : totalWatts(pdu)),
  },
]

/** Current and power of outlets are rows of one column. */
function bySensor(
  oid: string,
  current: (outlet: SimulatedOutlet) => AgentValue,
  power: (outlet: SimulatedOutlet) => AgentValue,
): Column {
  return {
    oid: arcs(oid),
    rows: (pdu) => pdu.outlets.flatMap(({ number }) => [1, 5].map((sensor) => [1, number, sensor])),
    read: (pdu, [, number = 0, sensor]) => {
      const outlet = pdu.outlets[number - 1]
      return outlet ? (sensor === 1 ? current(outlet) : power(outlet)) : null
    },
  }
}

const energy = '1.3.6.1.2.1.229.1.2.1'
// Parts 1 to 99 are the unit itself.
const asPart = { index: (number: number) => [number + 100], at: 0 }
const ofPart = (column: Column): Column => ({
  ...column,
  read: (pdu, [part = 0]) => column.read(pdu, [part - 100]),
  ...(column.write && {
    write: (pdu: SimulatedPdu, [part = 0]: readonly number[], written: Written, commit: boolean) =>
      column.write?.(pdu, [part - 100], written, commit) ?? 18,
  }),
})

const commonColumns: Column[] = [
  ...systemColumns,
  ...chassis,
  ofPart(outletColumn('1.3.6.1.2.1.47.1.1.1.1.7', name, asPart)),
  ofPart(outletColumn(`${energy}.1`, (outlet) => value.integer(watts(outlet)), asPart)),
  ofPart(outletColumn(`${energy}.3`, () => value.integer(0), asPart)),
  ofPart(switching(outletColumn(`${energy}.8`, state(257, 258), asPart), 257, 258)),
  ofPart(outletColumn(`${energy}.9`, state(257, 258), asPart)),
]

const views: Record<SimulatedPduKind, AgentView<SimulatedPdu>> = {
  apc_snmp: new AgentView(apcColumns),
  raritan_snmp: new AgentView(raritanColumns),
  snmp_common: new AgentView(commonColumns),
}

/** Serves a simulated PDU on an address as a real SNMP agent (versions 1 and 2c; communities as of simulated switches). */
export function servePdu(model: SimulatedPdu, at: { address: string; port: number }): Promise<Agent<SimulatedPdu>> {
  return Agent.listen(views[model.kind], model, { ...at, ...communities })
}
