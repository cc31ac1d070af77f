import type { DomainLimits, DomainSpec } from '../types.ts'
import type { XmlNode } from './xml.ts'

/** libvirt's limits for cgroups; what it takes without complaint, versions 1 and 2 alike. */
const leastShares = 2
const leastIoWeight = 10
const bytesPerMbit = 125_000

const whole = (value: number) => String(Math.round(value))

/** Leaves out what is not limited. */
function some(values: Record<string, number | undefined>): XmlNode | null {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, whole(value)]]))
  return given.length === 0 ? null : Object.fromEntries(given)
}

const times = (value: number | undefined, factor: number) => (value === undefined ? undefined : value * factor)

/** Share of the processor: cgroup `cpu.shares` or `cpu.weight` (formatdomain, CPU Tuning). */
export function cpuTune({ cpu_weight }: DomainLimits): XmlNode {
  return cpu_weight === undefined ? {} : { cputune: { shares: whole(Math.max(leastShares, cpu_weight)) } }
}

/** Share of the disks. It counts only under an I/O scheduler that knows weights: BFQ, or the kernel's cost model. */
export function ioTune({ io_weight }: DomainLimits): XmlNode {
  return io_weight === undefined ? {} : { blkiotune: { weight: whole(Math.max(leastIoWeight, io_weight)) } }
}

/** Limits in one group, so that more disks do not make them larger. */
export function diskTune({ internal_name, limits }: DomainSpec): XmlNode {
  const tune = some({
    read_bytes_sec: times(limits.io_read_mbitps, bytesPerMbit),
    write_bytes_sec: times(limits.io_write_mbitps, bytesPerMbit),
    read_iops_sec: limits.io_read_iops,
    write_iops_sec: limits.io_write_iops,
  })
  return tune ? { iotune: { ...tune, group_name: internal_name } } : {}
}

/**
 * Virtualisation inside the guest, by Intel's name for it and AMD's. A processor passed on has it unless it is taken away; a
 * named model has it only when it is added, which "optional" does where the node's own has it.
 */
export function cpuFeatures({ cpu_mode, nesting }: DomainSpec): XmlNode {
  const policy = nesting ? (cpu_mode === 'custom' ? 'optional' : null) : 'disable'
  return policy === null ? {} : { feature: ['vmx', 'svm'].map((name) => ({ '@policy': policy, '@name': name })) }
}
