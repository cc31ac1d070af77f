export type SimulatedPduKind = 'apc_snmp' | 'raritan_snmp' | 'snmp_common'

/** Load of an outlet, in watts; a function for a load that varies over time. */
type Draw = number | (() => number)

export type SimulatedOutlet = { number: number; name: string; on: boolean; watts: Draw }

/** A PDU that exists only in memory; agents serve it, demo and tests change it. */
export type SimulatedPdu = {
  kind: SimulatedPduKind
  name: string
  model: string
  serial: string
  started: number
  outlets: SimulatedOutlet[]
  /** Called when an outlet was switched, by any means. */
  onSwitch: (outlet: SimulatedOutlet) => void
}

export type PduSeed = {
  kind: SimulatedPduKind
  name: string
  outlets: { name?: string; on?: boolean; watts?: Draw }[]
  model?: string
  serial?: string
  onSwitch?: (outlet: SimulatedOutlet) => void
}

export function simulatedPdu(seed: PduSeed): SimulatedPdu {
  return {
    kind: seed.kind,
    name: seed.name,
    model: seed.model ?? `SIM-PDU-${seed.outlets.length}`,
    serial: seed.serial ?? `SIMP${seed.name.length}${seed.outlets.length}`,
    started: Date.now(),
    outlets: seed.outlets.map((outlet, i) => ({
      number: i + 1,
      name: outlet.name ?? `Outlet ${i + 1}`,
      on: outlet.on ?? true,
      watts: outlet.watts ?? 0,
    })),
    onSwitch: seed.onSwitch ?? (() => {}),
  }
}

const volts = 230

export function watts({ on, watts: draw }: SimulatedOutlet): number {
  if (!on) return 0
  return typeof draw === 'number' ? draw : Math.round(draw())
}
export const milliamperes = (outlet: SimulatedOutlet) => Math.round((watts(outlet) / volts) * 1_000)
export const totalWatts = (pdu: SimulatedPdu) => pdu.outlets.reduce((sum, outlet) => sum + watts(outlet), 0)
export const totalMilliamperes = (pdu: SimulatedPdu) =>
  pdu.outlets.reduce((sum, outlet) => sum + milliamperes(outlet), 0)
