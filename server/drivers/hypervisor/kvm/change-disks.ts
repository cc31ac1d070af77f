import { setTimeout as delay } from 'node:timers/promises'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import { type Domain, procedures } from '../../../protocols/libvirt/procedures.ts'
import { msg, quote, type Text } from '../../../shared/text.ts'
import { cleanMessage } from '../../clean-message.ts'
import type { DomainSpec } from '../domain-types.ts'
import { type LiveDisk, type LiveDisks, liveDisks } from './domain-reading.ts'
import { diskXml, scsiControllerXml } from './domain-xml.ts'
import type { LibvirtLink } from './libvirt-link.ts'

// virDomainDeviceModifyFlags: the running domain alone. Its definition is written as a whole.
const live = 1
/** How long a guest may take to give a disk back, and how often it is looked at. */
const releaseMs = 15_000
const lookEveryMs = 200

type Running = { link: LibvirtLink; domain: Domain; signal: AbortSignal }

async function present({ link, domain, signal }: Running): Promise<LiveDisks> {
  return liveDisks(await link.call(procedures.domainXml, { domain, flags: 0 }, signal))
}

/**
 * Brings the disks of a running domain to those of its definition: a disk is known by its file.
 * @returns why some wait for the next start, or null
 * @throws LibvirtError when they could not be had at a start either
 */
export async function plugDisks(running: Running, spec: DomainSpec): Promise<Text | null> {
  const { link, domain, signal } = running
  const before = await present(running)
  let waiting: Text | null = null
  const same = (one: LiveDisk) =>
    spec.disks.some(
      ({ path, bus, target_dev }) => path === one.path && bus === one.bus && target_dev === one.target_dev,
    )
  for (const one of before.disks.filter((disk) => !same(disk))) waiting = (await takeOut(running, one)) ?? waiting
  const now = await present(running)
  for (const item of spec.disks) {
    if (now.disks.some(({ path }) => path === item.path)) continue
    try {
      if (item.bus === 'scsi' && !now.scsi) {
        // One that libvirt adds by itself is an old model for which few guests have a driver.
        await link.call(procedures.attachDevice, { domain, xml: scsiControllerXml(), flags: live }, signal)
        now.scsi = true
      }
      await link.call(procedures.attachDevice, { domain, xml: diskXml(item, spec), flags: live }, signal)
    } catch (error) {
      // What a start mends: a bus that takes disks only while the domain is off, and slots, which are counted anew.
      if (!(error instanceof LibvirtError) || !mendedByStart.test(error.message)) throw error
      waiting = quote(cleanMessage(error.message))
    }
  }
  return waiting
}

const mendedByStart = /cannot be hotplugged|no more available PCI|no free PCI|hotplug|target [a-z]+ already exists/i

/** Null when the guest has let go of the disk in time, else why it still has it. */
async function takeOut(running: Running, one: LiveDisk): Promise<Text | null> {
  const { link, domain, signal } = running
  const deadline = Date.now() + releaseMs
  const xml = `<disk type='file' device='disk'><target dev='${one.target_dev}'/></disk>`
  try {
    await link.call(procedures.detachDevice, { domain, xml, flags: live }, signal)
  } catch (error) {
    if (!(error instanceof LibvirtError)) throw error
    if (/cannot be detached|cannot be hot unplugged|not supported/i.test(error.message))
      return quote(cleanMessage(error.message))
    // Asked for before: the guest is still at it.
    if (!/in the process of unplug|already pending/i.test(error.message)) throw error
  }
  for (;;) {
    if (!(await present(running)).disks.some(({ target_dev }) => target_dev === one.target_dev)) return null
    if (Date.now() >= deadline) return msg`the guest did not release the disk ${one.target_dev}`
    await delay(lookEveryMs, undefined, { signal })
  }
}
