import type { SwitchPort } from '../../../server/domain/switch/record.ts'

/** What the ports of a drawn switch can be coloured by. */
export const faceColours = ['status', 'vlan', 'speed', 'load', 'errors'] as const
export type FaceColour = (typeof faceColours)[number]

/** A block of ports as on the face: pairs one above the other, the fast ones wide. */
export type FaceBlock = { wide: boolean; ports: SwitchPort[] }

const PER_BLOCK = 12
const WIDE_AT_MOST = 8
const TAIL = /^(.*?)(\d+)$/

/** What stands before the number of a port: `xe-0/0/` of `xe-0/0/14`. */
const stem = ({ name, if_index }: SwitchPort) => TAIL.exec(name || if_index)?.[1] ?? ''
/** The number a port has on the face. */
export const faceNumber = ({ name, if_index }: Pick<SwitchPort, 'name' | 'if_index'>) =>
  TAIL.exec(name || if_index)?.[2] ?? (name || if_index).slice(-3)

/**
 * The ports in the order of their interfaces, in blocks of twelve; another stem (a module, ports of another kind) begins a new
 * block. A few ports after many are the uplinks of the face and drawn wide. Those that the device no longer has are left out.
 */
export function facePlan(ports: readonly SwitchPort[]): FaceBlock[] {
  const shown = ports
    .filter((port) => !port.gone)
    .sort((a, b) => Number(a.if_index) - Number(b.if_index) || a.id - b.id)
  const runs: SwitchPort[][] = []
  for (const port of shown) {
    const run = runs.at(-1)
    const last = run?.at(-1)
    if (run && last && stem(last) === stem(port) && last.speed_type === port.speed_type) run.push(port)
    else runs.push([port])
  }
  // What differs port by port is not worth a block each.
  const merged = runs.length > 12 && runs.length > shown.length / 4 ? [shown] : runs
  const most = Math.max(0, ...merged.map((run) => run.length))
  return merged.flatMap((run) => {
    const wide = run.length <= WIDE_AT_MOST && most > WIDE_AT_MOST
    return Array.from({ length: Math.ceil(run.length / PER_BLOCK) }, (_, n) => ({
      wide,
      ports: run.slice(n * PER_BLOCK, (n + 1) * PER_BLOCK),
    }))
  })
}

/** Where an arrow leads: two ports a column, the upper one first. */
export function faceStep(at: number, key: string, count: number): number | null {
  const to =
    key === 'ArrowRight'
      ? at + 2
      : key === 'ArrowLeft'
        ? at - 2
        : key === 'ArrowUp'
          ? at % 2 === 1
            ? at - 1
            : at
          : key === 'ArrowDown'
            ? at % 2 === 0
              ? at + 1
              : at
            : key === 'Home'
              ? 0
              : key === 'End'
                ? count - 1
                : null
  if (to === null || count === 0) return null
  return Math.min(count - 1, Math.max(0, to))
}

const vlanColours = ['cat-7', 'cat-4', 'cat-2', 'cat-5', 'cat-6', 'cat-8'] as const
const TRUNK = 'cat-3'
const OTHER = 'cat-1'

/** VLANs with a colour of their own: those with most access ports, in the order of their numbers. */
export function vlanLegend(ports: readonly SwitchPort[]): Map<number, string> {
  const counts = new Map<number, number>()
  for (const { is_trunk, vlan_id, gone } of ports)
    if (!gone && !is_trunk && vlan_id !== undefined) counts.set(vlan_id, (counts.get(vlan_id) ?? 0) + 1)
  const most = [...counts].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, vlanColours.length)
  const ids = most.map(([id]) => id).sort((a, b) => a - b)
  return new Map(ids.map((id, n) => [id, vlanColours[n] ?? OTHER]))
}

/** The newest minute of a port, as far as it was measured: bits and packets per second. */
export type PortRates = { in_bps: number | null; out_bps: number | null; errors: number | null }

const bits: Partial<Record<SwitchPort['speed'], number>> = {
  '10M': 1e7,
  '100M': 1e8,
  '1G': 1e9,
  '10G': 1e10,
  '16G': 1.6e10,
  '40G': 4e10,
}

/** How full a link is in percent: the fuller of its two directions; null while nothing is known. */
export function loadOf(port: Pick<SwitchPort, 'speed'>, rates: PortRates | undefined): number | null {
  const capacity = bits[port.speed]
  if (!capacity || !rates || (rates.in_bps === null && rates.out_bps === null)) return null
  return Math.min(100, (100 * Math.max(rates.in_bps ?? 0, rates.out_bps ?? 0)) / capacity)
}

/** `shut` and `none` (no link) have no colour but an edge; `blank` is a link of which nothing more is known. */
export type PortLook = { ground: string | null; look: 'shut' | 'none' | 'filled' | 'blank' | 'fault' | 'warn' }

const filled = (ground: string): PortLook => ({ ground, look: 'filled' })
const blank: PortLook = { ground: null, look: 'blank' }
const speedSteps: Partial<Record<SwitchPort['speed'], string>> = {
  '10M': 'ramp-1',
  '100M': 'ramp-1',
  '1G': 'ramp-2',
  '10G': 'ramp-4',
  '16G': 'ramp-4',
  '40G': 'ramp-5',
}
export const loadStep = (percent: number): string =>
  percent >= 90 ? 'ramp-5' : percent >= 60 ? 'ramp-4' : percent >= 30 ? 'ramp-3' : percent >= 5 ? 'ramp-2' : 'ramp-1'

/** How a port is drawn under a colouring. */
export function portLook(
  port: SwitchPort,
  colour: FaceColour,
  legend: ReadonlyMap<number, string>,
  rates: PortRates | undefined,
): PortLook {
  if (port.admin_status === 'down') return { ground: null, look: 'shut' }
  if (port.oper_status === 'testing' || port.oper_status === 'dormant') return { ground: null, look: 'warn' }
  if (port.oper_status !== 'up') return { ground: null, look: 'none' }
  switch (colour) {
    case 'status':
      return filled('led-ok')
    case 'vlan':
      if (port.is_trunk) return filled(TRUNK)
      return port.vlan_id === undefined ? blank : filled(legend.get(port.vlan_id) ?? OTHER)
    case 'speed': {
      const step = speedSteps[port.speed]
      return step ? filled(step) : blank
    }
    case 'load': {
      const load = loadOf(port, rates)
      return load === null ? blank : filled(loadStep(load))
    }
    case 'errors':
      if (rates?.errors == null) return blank
      return rates.errors > 0 ? { ground: null, look: 'fault' } : filled('ramp-0')
  }
}
