import { z } from 'zod'
import { MAC } from '../shared/mac.ts'

/** A text of a device: at most 255 bytes are sent, and what is no text there has become a replacement character. */
const text = z.string().max(255)
const count = z.int().nonnegative()

/** Largest report that is read, in bytes: what the location passes on at most. */
const REPORT_BYTES = 1_048_576

/** What a disk can clear itself with. */
export const eraseMethods = ['nvme_format', 'ata_secure_erase', 'discard'] as const

const cpu = z.object({
  model: text,
  cores: count.max(4096),
  threads: count.max(8192),
  mhz: count.max(100_000).nullable(),
})

const memoryModule = z.object({
  slot: text,
  mib: count.max(16_777_216),
  type: text,
  speed: text,
  vendor: text,
  serial: text,
  part: text,
})

const smart = z.object({
  /** The drive's own judgement; null when it gives none. */
  passed: z.boolean().nullable(),
  hours: z.number().nonnegative().nullable(),
  /** °C. */
  temperature: z.number().nullable(),
  used_percent: z.number().nonnegative().nullable(),
  media_errors: z.number().nonnegative().nullable(),
  reallocated: z.number().nonnegative().nullable(),
  pending: z.number().nonnegative().nullable(),
})

/** What a disk holds, as `blkid` names it: a table of partitions, a file system, a member of an array, of LVM or of Ceph. */
const held = z.object({
  /** Name that the kernel gave the partition this time; empty: the whole disk. */
  part: text,
  type: text,
  label: text,
  bytes: count,
})

const disk = z.object({
  /** Name that the kernel gave it this time: not to be stored as its identity. */
  name: text,
  model: text,
  serial: text,
  /** `0x…` (NAA) or `eui.…`; empty when the drive has none. */
  wwn: text,
  bytes: count,
  rotational: z.boolean(),
  transport: z.enum(['nvme', 'sata', 'sas', 'scsi', 'usb', 'virtio']),
  /** Version; absent in reports of live systems that did not ask, empty where it tells none. */
  firmware: text.optional(),
  smart: smart.nullable(),
  erase: z.array(z.enum(eraseMethods)).max(eraseMethods.length),
  /** Absent in reports of live systems that did not look; empty: nothing was found. */
  holds: z.array(held).max(32).optional(),
})

const nic = z.object({
  name: text,
  mac: z.string().regex(MAC),
  driver: text,
  /** As of disks. */
  firmware: text.optional(),
  /** Mbit/s; null without a link, or where the card does not know. */
  speed: count.nullable(),
  link: z.boolean(),
  /** The switch at the other end, as it announces itself. */
  lldp: z.object({ chassis: text, port: text, system: text }).nullable(),
})

/** The hardware report of the live system (`server/live-system/agent/report.sh`), bounded, because a device may send anything. */
export const hardwareReport = z.object({
  version: z.literal(1),
  /** Seconds since the kernel's start. */
  uptime: count,
  vendor: text,
  product: text,
  serial: text,
  uuid: text,
  bios: z.object({ vendor: text, version: text, date: text }),
  firmware: z.enum(['bios', 'uefi']),
  arch: text,
  cpus: z.array(cpu).max(64),
  memory_mib: count,
  memory_modules: z.array(memoryModule).max(256),
  disks: z.array(disk).max(128),
  nics: z.array(nic).max(128),
  controller: z.object({ address: text, mac: text, firmware: text }).nullable(),
})
export type HardwareReport = z.output<typeof hardwareReport>

/** The report in the body of a request; null when it is too long, no JSON, or not a report. */
export function readReport(body: Uint8Array): HardwareReport | null {
  if (body.byteLength > REPORT_BYTES) return null
  try {
    return hardwareReport.parse(JSON.parse(new TextDecoder().decode(body)))
  } catch {
    return null
  }
}
