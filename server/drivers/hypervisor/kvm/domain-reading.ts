import { XMLParser } from 'fast-xml-parser'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import type { DomainSize } from '../domain-types.ts'
import { pathOfSource } from './volume-source.ts'

/** Entities stay unexpanded: what we read (numbers, fixed words) has none. */
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  processEntities: false,
  parseAttributeValue: false,
  parseTagValue: false,
})

/**
 * Reads a definition. libvirt's answer is not trusted: no document type (and so no entities of its own) is accepted.
 * @throws PanelError device_rejected for XML that cannot be read
 */
function readDomain(xml: string): unknown {
  // Before parsing, and anywhere: libvirt never writes one.
  if (xml.length > 4 << 20 || /<!(?:DOCTYPE|ENTITY)/i.test(xml))
    throw deviceRejected(msg`libvirt returned an unexpected VM definition`)
  try {
    return pick(parser.parse(xml), 'domain')
  } catch (cause) {
    throw deviceRejected(msg`libvirt returned a VM definition in XML that cannot be read`, { cause })
  }
}

/** The size that a definition gives at the next start. @throws PanelError device_rejected for XML that cannot be read */
export function definedSize(xml: string): DomainSize {
  const domain = readDomain(xml)
  const vcpu = pick(domain, 'vcpu')
  // libvirt writes memory in KiB, whatever it was given.
  const memory = pick(domain, 'currentMemory') ?? pick(domain, 'memory')
  return {
    cpu_number: Number(pick(vcpu, '@current') ?? pick(vcpu, '#text') ?? vcpu),
    ram_mib: Math.round(Number(pick(memory, '#text') ?? memory) / 1024),
  }
}

/** A drive of a running domain with the file that is in it; null when it was started without the drive. */
export function driveOf(xml: string, dev: string): { file: string | null; order: string | null } | null {
  const all = pick(pick(readDomain(xml), 'devices'), 'disk')
  const list = Array.isArray(all) ? all : [all]
  const drive = list.find((item) => pick(item, '@device') === 'cdrom' && pick(pick(item, 'target'), '@dev') === dev)
  if (drive === undefined) return null
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return { file: text(pick(pick(drive, 'source'), '@file')), order: text(pick(pick(drive, 'boot'), '@order')) }
}

/** The screens of a running domain. */
export type LiveScreens = {
  /** Port of the VNC server; null when it has none. */
  vnc: number | null
  /** `extras`: whether clipboard and files of the guest reach the person's computer. */
  spice: { port: number; extras: boolean } | null
}

/** What a running domain's XML says of its screens. @throws PanelError device_rejected for XML that cannot be read */
export function liveScreens(xml: string): LiveScreens {
  const list = devices(xml, 'graphics')
  const find = (type: string) => list.find((item) => pick(item, '@type') === type)
  const spice = find('spice')
  const port = portOf(spice)
  const extras = pick(pick(spice, 'clipboard'), '@copypaste') !== 'no'
  return { vnc: portOf(find('vnc')), spice: port === null ? null : { port, extras } }
}

/** Path of the volume that an element names by its source; null when it names none. */
const volumeOf = (element: unknown) => pathOfSource(pick(element, 'source'), pick)

/** A disk of a running domain; `path`: its volume, '' for none. */
export type LiveDisk = { target_dev: string; bus: string; path: string }
export type LiveDisks = {
  disks: LiveDisk[]
  /** Whether it has a SCSI controller. */
  scsi: boolean
}

/** The disks of a running domain without its CD-ROM drives. @throws PanelError device_rejected for XML that cannot be read */
export function liveDisks(xml: string): LiveDisks {
  const text = (value: unknown) => (typeof value === 'string' ? value : '')
  return {
    disks: devices(xml, 'disk')
      .filter((one) => (pick(one, '@device') ?? 'disk') === 'disk')
      .map((one) => ({
        target_dev: text(pick(pick(one, 'target'), '@dev')),
        bus: text(pick(pick(one, 'target'), '@bus')),
        path: volumeOf(one) ?? '',
      })),
    scsi: devices(xml, 'controller').some((one) => pick(one, '@type') === 'scsi'),
  }
}

/** The volume of a disk; `mirror`: the one that it is being copied to, which `ready` says is the same now. */
export type DiskSources = { target_dev: string; path: string; mirror: string | null; ready: boolean }

/** The volumes of a domain's disks. @throws PanelError device_rejected for XML that cannot be read */
export function diskSources(xml: string): DiskSources[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return devices(xml, 'disk').map((one) => {
    const mirror = pick(one, 'mirror')
    return {
      target_dev: text(pick(pick(one, 'target'), '@dev')) ?? '',
      path: volumeOf(one) ?? '',
      mirror: text(pick(mirror, '@file')) ?? volumeOf(mirror),
      ready: pick(mirror, '@ready') === 'yes',
    }
  })
}

/** The devices of one kind. */
function devices(xml: string, kind: string): unknown[] {
  const all = pick(pick(readDomain(xml), 'devices'), kind)
  if (all === undefined) return []
  return Array.isArray(all) ? all : [all]
}

function portOf(graphics: unknown): number | null {
  const port = Number(pick(graphics, '@port'))
  return Number.isInteger(port) && port > 0 && port < 65536 ? port : null
}

function pick(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}
