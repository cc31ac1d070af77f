import { setTimeout as delay } from 'node:timers/promises'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DomainSpec, Waiting } from '../domain-types.ts'
import { diskLimits, ioWeight, shares } from './domain-tuning.ts'
import { memoryXml } from './domain-xml.ts'
import type { LibvirtLink } from './libvirt-link.ts'
import { plugIn } from './plug-in.ts'

/** virDomainModificationImpact: the running domain alone. */
const live = 1
/** Linux brings memory online in blocks of this size on x86; a smaller module would be of no use to it. */
const moduleMib = 128
/** How long a guest may take to give memory back or to take it: without any progress, and in all. */
const balloonMs = { still: 10_000, all: 40_000 }
const lookEveryMs = 100
/** The balloon moves in pages, and drivers keep a few of their own. */
const closeMib = 4

type Running = { link: LibvirtLink; domain: Domain; signal: AbortSignal }

/**
 * Brings a running domain to the size, weights and disk limits of a definition. What libvirt refuses is no fault: it waits for the next
 * start, with libvirt's text as the reason.
 */
export async function changeRunning(running: Running, spec: DomainSpec): Promise<Waiting[]> {
  const waiting: Waiting[] = []
  const unless = async (fields: Waiting['field'][], change: () => Promise<void>) => {
    try {
      await change()
    } catch (error) {
      if (!(error instanceof LibvirtError)) throw error
      waiting.push(...fields.map((field) => ({ field, why: cleanMessage(error.message) })))
    }
  }
  await unless(['cpu_number'], () => processors(running, spec.cpu_number))
  await unless(['ram_mib'], () => memory(running, spec.ram_mib))
  await unless(['cpu_weight'], () => processorWeight(running, spec))
  if (spec.limits.io_weight !== undefined) await unless(['io_weight'], () => diskWeight(running, spec))
  await unless(['io_read_mbitps', 'io_write_mbitps', 'io_read_iops', 'io_write_iops'], () => disks(running, spec))
  return waiting
}

async function processors({ link, domain, signal }: Running, count: number) {
  const { vcpus } = await link.call(procedures.domainInfo, domain, signal)
  if (vcpus === count) return
  const set = () => link.call(procedures.setVcpus, { domain, count, flags: live }, signal)
  if (count > vcpus) await plugIn({ link, domain, signal }, 'vcpus', set)
  else await set()
}

/** Memory beyond what the guest was started with is plugged in, whole modules; the balloon then takes the rest back. */
async function memory(running: Running, ram_mib: number) {
  const { link, domain, signal } = running
  const before = await link.call(procedures.domainInfo, domain, signal)
  if (before.memoryKib === ram_mib * 1024) return
  const more = ram_mib - before.maxMemoryKib / 1024
  if (more > 0) {
    const xml = memoryXml(Math.ceil(more / moduleMib) * moduleMib)
    await plugIn(running, 'memory-blocks', () =>
      link.call(procedures.attachDevice, { domain, xml, flags: live }, signal),
    )
  }
  await link.call(procedures.setMemory, { domain, kib: ram_mib * 1024, flags: live }, signal)
  if (await follows(running, ram_mib)) return
  // A guest without a balloon driver, or one that needs what it has: it is not left in between.
  const { maxMemoryKib } = await link.call(procedures.domainInfo, domain, signal)
  const kib = Math.min(maxMemoryKib, Math.max(before.memoryKib, ram_mib * 1024))
  await link.call(procedures.setMemory, { domain, kib, flags: live }, signal)
}

/** Whether the guest has about this much memory within the time that it is given. */
async function follows({ link, domain, signal }: Running, ram_mib: number): Promise<boolean> {
  const begun = Date.now()
  let seen = { kib: 0, at: begun }
  for (;;) {
    const { memoryKib: kib } = await link.call(procedures.domainInfo, domain, signal)
    if (Math.abs(kib / 1024 - ram_mib) <= closeMib) return true
    const at = Date.now()
    if (kib !== seen.kib) seen = { kib, at }
    if (at - seen.at >= balloonMs.still || at - begun >= balloonMs.all) return false
    await delay(lookEveryMs, undefined, { signal })
  }
}

async function processorWeight({ link, domain, signal }: Running, { limits }: DomainSpec) {
  const params = { cpu_shares: shares(limits) }
  await link.call(procedures.setSchedulerParameters, { domain, params, flags: live }, signal)
}

async function diskWeight({ link, domain, signal }: Running, { limits }: DomainSpec) {
  const params = { weight: ioWeight(limits) }
  await link.call(procedures.setBlkioParameters, { domain, params, flags: live }, signal)
}

async function disks({ link, domain, signal }: Running, spec: DomainSpec) {
  const params = diskLimits(spec)
  for (const { target_dev } of spec.disks)
    await link.call(procedures.setBlockIoTune, { domain, disk: target_dev, params, flags: live }, signal)
}
