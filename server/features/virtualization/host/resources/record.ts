import { type host, Prisma } from '../../../../../generated/prisma/client.ts'
import type { Work } from '../../../../db/transaction.ts'
import { atStartOnly } from '../../../../domain/host/applies-at.ts'
import { changedTuning, type HostResources, processorOf } from '../../../../domain/host/resources.ts'
import type { Size } from '../../../../domain/host/size.ts'
import type { Tuning } from '../../../../domain/host/tuning-rules.ts'
import type { DomainSizes } from '../../../../drivers/hypervisor/domain-types.ts'
import type { Outcome } from '../../../../tasks/define.ts'
import { hostChanged } from '../claim.ts'
import { faultOf } from '../real-state.ts'

/** A balloon stands a little beside what it was told. */
const CLOSE_MIB = 4

type Stored = Pick<
  host,
  | 'tuning'
  | 'net_bandwidth_mbitps'
  | 'cpu_mode'
  | 'cpu_custom_model'
  | 'nesting'
  | 'anti_spoofing'
  | 'firewall_rules'
  | 'efi_boot'
  | 'hot_plug'
  | 'cpu_number_new'
  | 'ram_mib_new'
>

const select = {
  tuning: true,
  net_bandwidth_mbitps: true,
  cpu_mode: true,
  cpu_custom_model: true,
  nesting: true,
  anti_spoofing: true,
  firewall_rules: true,
  efi_boot: true,
  hot_plug: true,
  cpu_number_new: true,
  ram_mib_new: true,
} as const satisfies Record<keyof Stored, true>

/** Writes what is asked for into the record, from which the VM is defined; answers what stood there. */
export async function store(work: Work, id: number, change: HostResources): Promise<Stored> {
  const row = await work.tx.host.findUniqueOrThrow({ where: { id } })
  const before = await work.tx.host.findUniqueOrThrow({ where: { id }, select })
  const given = <K extends keyof HostResources>(field: K) => change[field] !== undefined
  await work.tx.host.update({
    where: { id },
    data: {
      tuning: changedTuning(row.tuning as Tuning, change),
      ...processorOf(row, change),
      ...(given('net_bandwidth_mbitps') && { net_bandwidth_mbitps: change.net_bandwidth_mbitps || null }),
      ...(given('nesting') && { nesting: change.nesting ?? false }),
      ...(given('anti_spoofing') && { anti_spoofing: change.anti_spoofing ?? false }),
      ...(given('firewall_rules') && { firewall_rules: change.firewall_rules ?? [] }),
      ...(given('efi_boot') && { efi_boot: change.efi_boot }),
      ...(given('hot_plug') && { hot_plug: change.hot_plug }),
      // An action before this one may have taken them for done.
      ...(change.cpu_number !== undefined && { cpu_number_new: change.cpu_number }),
      ...(change.ram_mib !== undefined && { ram_mib_new: change.ram_mib }),
    },
  })
  return before
}

/** Gives the record back what `store` found. */
export const restore = (work: Work, id: number, before: Stored) =>
  work.tx.host
    .update({
      where: { id },
      data: { ...before, tuning: before.tuning ?? {}, firewall_rules: before.firewall_rules ?? Prisma.JsonNull },
    })
    .then(() => {})

/** A change that did not take place: the size that waited for the next start before it waits again. */
export const takeBack = (work: Work, id: number, before: Pick<host, 'cpu_number_new' | 'ram_mib_new'>) =>
  work.tx.host.updateMany({ where: { id }, data: before }).then(() => {})

/** Fields of a change that a running VM takes over at its next start only. */
export const waitsForStart = (change: HostResources): string[] =>
  atStartOnly.filter((field) => change[field] !== undefined)

/** Writes what the node reports: what runs, and what differs from it at the next start. */
export async function writeSizes(work: Work, id: number, { running, defined }: DomainSizes, waiting: string[]) {
  const row = await work.tx.host.findUnique({ where: { id } })
  if (!row) return
  const close = running !== null && Math.abs(running.ram_mib - defined.ram_mib) <= CLOSE_MIB
  const now: Size = { ...(running ?? defined), ...(close && { ram_mib: defined.ram_mib }) }
  const next = (present: number, wanted: number) => (present === wanted ? null : wanted)
  const differs = (field: string) =>
    field === 'cpu_number' || field === 'ram_mib' ? now[field] !== defined[field] : true
  const data = {
    ...now,
    cpu_number_new: next(now.cpu_number, defined.cpu_number),
    ram_mib_new: next(now.ram_mib, defined.ram_mib),
    waits_for_start: running ? [...new Set([...row.waits_for_start, ...waiting])].filter(differs) : [],
  }
  await work.tx.host.update({ where: { id }, data: { ...data, version: { increment: 1 } } })
  hostChanged(work, row, data)
}

/** The failure of a change that waited for a stop stays on the VM like any other. */
export async function noteFault(work: Work, task: number, id: number, action: string, outcome: Outcome) {
  if (outcome.status !== 'failed') return
  const row = await work.tx.host.findUnique({ where: { id } })
  if (!row) return
  const fault = await faultOf(work, task, action, outcome.error?.message ?? '')
  await work.tx.host.update({ where: { id }, data: { fault, version: { increment: 1 } } })
  hostChanged(work, row)
}
