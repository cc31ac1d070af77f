import { z } from 'zod'
import { cleanMessage } from '../../clean-message.ts'
import type { DomainEvent, DomainInfo, DomainSize, DomainState } from '../domain-types.ts'
import { nameKey, uuidKey } from './names.ts'

const config = z.record(z.string(), z.string())
const devices = z.record(z.string(), config)

/** An instance as `/1.0/instances/{name}` has it. */
export const instance = z.object({
  name: z.string().max(63),
  status: z.string(),
  architecture: z.string(),
  config,
  devices,
  ephemeral: z.boolean(),
})
export type Instance = z.infer<typeof instance>

/** Of a container that is between two states, or that LXD cannot judge, nothing better is known than the last one. */
const states: Record<string, DomainState> = {
  Running: 'running',
  Ready: 'running',
  Starting: 'running',
  Stopping: 'running',
  Freezing: 'running',
  Thawed: 'running',
  Frozen: 'paused',
  Stopped: 'stopped',
  Error: 'crashed',
  Aborting: 'crashed',
}

export const stateOf = (status: string): DomainState => states[status] ?? 'crashed'

const mib = 1 << 20
const units: Record<string, number> = {
  '': 1,
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 1 << 10,
  MiB: mib,
  GiB: 1 << 30,
}

/** LXD's sizes (`128MiB`, `1GB`) in MiB; 0 for anything else, as for a share of the node's memory. */
export function inMib(text: string | undefined): number {
  const [, number = '', unit = ''] = /^(\d+)\s*([A-Za-z]*)$/.exec(text ?? '') ?? []
  return Math.round((Number(number) * (units[unit] ?? 0)) / mib)
}

/** `2`, or pinned processors (`0-1,3`). */
export function inProcessors(text: string | undefined): number {
  if (!text) return 0
  if (/^\d+$/.test(text)) return Number(text)
  return text.split(',').reduce((sum, part) => {
    const [first = 0, last = first] = part.split('-').map(Number)
    return sum + last - first + 1
  }, 0)
}

export const sizeOf = ({ config: set }: Pick<Instance, 'config'>): DomainSize => ({
  cpu_number: inProcessors(set['limits.cpu']),
  ram_mib: inMib(set['limits.memory']),
})

/** What the panel calls an instance; one that the panel has not made has its own name. */
export const domainName = ({ name, config: set }: Pick<Instance, 'name' | 'config'>): string =>
  set[nameKey] ?? cleanMessage(name)

export function infoOf(one: Instance): DomainInfo {
  return {
    internal_name: domainName(one),
    uuid: one.config[uuidKey] ?? one.config['volatile.uuid'] ?? '',
    state: stateOf(one.status),
    ...sizeOf(one),
    vnc_port: null,
  }
}

/** By `action` of LXD's lifecycle events; others say nothing about a state. */
const actions: Record<string, Pick<DomainEvent, 'kind' | 'state'>> = {
  'instance-created': { kind: 'defined', state: null },
  'instance-updated': { kind: 'defined', state: null },
  'instance-deleted': { kind: 'undefined', state: null },
  'instance-started': { kind: 'state', state: 'running' },
  'instance-restarted': { kind: 'state', state: 'running' },
  'instance-resumed': { kind: 'state', state: 'running' },
  'instance-paused': { kind: 'state', state: 'paused' },
  'instance-stopped': { kind: 'state', state: 'stopped' },
  'instance-shutdown': { kind: 'state', state: 'stopped' },
}

export const eventOf = (action: string, internal_name: string): DomainEvent | null => {
  const found = actions[action]
  return found ? { internal_name, ...found } : null
}
