import type { DomainLimits, DomainSpec } from '../domain-types.ts'
import type { XmlNode } from './xml.ts'

/** libvirt's limits for cgroups; what it takes without complaint, versions 1 and 2 alike. */
const leastShares = 2
const leastIoWeight = 10
/** What a VM without a weight has. */
const usualShares = 1024
const usualIoWeight = 500
const bytesPerMbit = 125_000

const whole = (value: number) => String(Math.round(value))

/** Leaves out what is not limited. */
function some(values: Record<string, number | undefined>): XmlNode | null {
  const given = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, whole(value)]]))
  return given.length === 0 ? null : Object.fromEntries(given)
}

const times = (value: number | undefined, factor: number) => (value === undefined ? undefined : value * factor)

/** Share of the processor: cgroup `cpu.shares` or `cpu.weight` (formatdomain, CPU Tuning). Always said, for the default differs by cgroup version. */
export const shares = ({ cpu_weight = usualShares }: DomainLimits) => Math.max(leastShares, cpu_weight)
export const cpuTune = (limits: DomainLimits): XmlNode => ({ cputune: { shares: whole(shares(limits)) } })

/** Share of the disks. It counts only under an I/O scheduler that knows weights: BFQ, or the kernel's cost model. */
export const ioWeight = ({ io_weight = usualIoWeight }: DomainLimits) => Math.max(leastIoWeight, io_weight)
export const ioTune = (limits: DomainLimits): XmlNode =>
  limits.io_weight === undefined ? {} : { blkiotune: { weight: whole(ioWeight(limits)) } }

const diskNumbers = ({ limits }: DomainSpec) => ({
  read_bytes_sec: times(limits.io_read_mbitps, bytesPerMbit),
  write_bytes_sec: times(limits.io_write_mbitps, bytesPerMbit),
  read_iops_sec: limits.io_read_iops,
  write_iops_sec: limits.io_write_iops,
})

/** Limits in one group, so that more disks do not make them larger. */
export function diskTune(spec: DomainSpec): XmlNode {
  const tune = some(diskNumbers(spec))
  return tune ? { iotune: { ...tune, group_name: spec.internal_name } } : {}
}

/** The same as parameters of a running disk, where 0 is no limit. */
export function diskLimits(spec: DomainSpec): Record<string, number | string> {
  const numbers = Object.entries(diskNumbers(spec)).map(([name, value]) => [name, Math.round(value ?? 0)] as const)
  const limited = numbers.some(([, value]) => value > 0)
  return { ...Object.fromEntries(numbers), ...(limited && { group_name: spec.internal_name }) }
}

/**
 * Virtualisation inside the guest, by Intel's name for it and AMD's. A processor passed on has it unless it is taken away; a
 * named model has it only when it is added, which "optional" does where the node's own has it.
 */
export function cpuFeatures({ cpu_mode, nesting }: DomainSpec): XmlNode {
  const policy = nesting ? (cpu_mode === 'custom' ? 'optional' : null) : 'disable'
  return policy === null ? {} : { feature: ['vmx', 'svm'].map((name) => ({ '@policy': policy, '@name': name })) }
}
