import { z } from 'zod'
import type { HardwareReport } from '../operation/report.ts'

/** What a platform says of its servers. */
export type PlatformLimits = {
  cpu_socket_count: number
  ram_slot_count: number
  /** GiB. */
  max_ram: number
  hdd_slot_count: number
}

export const platformParts = ['processors', 'modules', 'memory', 'disks'] as const

/** One thing that a platform says, beside what was found: more than fits into the model means that the server is of another one. */
export const platformCheck = z.object({
  part: z.enum(platformParts),
  ok: z.boolean(),
  found: z.int().describe('Pieces, GiB of memory'),
  most: z.int(),
})
export type PlatformCheck = z.infer<typeof platformCheck>

/** A report beside the platform of the server. USB disks are in no bay. */
export function compareWithPlatform(platform: PlatformLimits, report: HardwareReport): PlatformCheck[] {
  const check = (part: PlatformCheck['part'], found: number, most: number) => ({ part, ok: found <= most, found, most })
  return [
    check('processors', report.cpus.length, platform.cpu_socket_count),
    check('modules', report.memory_modules.length, platform.ram_slot_count),
    check('memory', Math.round(report.memory_mib / 1024), platform.max_ram),
    check('disks', report.disks.filter(({ transport }) => transport !== 'usb').length, platform.hdd_slot_count),
  ]
}
