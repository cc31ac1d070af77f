import type { HardwareReport } from '../operation/report.ts'
import { compareCards } from './compare-cards.ts'
import { compareDisks } from './compare-disks.ts'
import { compareModules } from './compare-modules.ts'
import type { Difference } from './difference.ts'
import { processorWords } from './parts.ts'

/** What two reports were looked at for: their differences, and how many parts are the same. */
export type Compared = { differences: Difference[]; same: number }

const ORDER = { fault: 0, warn: 1, info: 2 } as const

/** One fact of a machine: the same, or a difference of a kind. */
const fact = (
  kind: Difference['kind'],
  level: Difference['level'],
  from: string,
  to: string,
  about = '',
): Compared => ({
  differences: from === to ? [] : [{ kind, level, part: '', about, from: from || null, to: to || null }],
  same: from === to ? 1 : 0,
})

function compareController(before: HardwareReport, now: HardwareReport): Compared[] {
  const [was, is] = [before.controller, now.controller]
  if (!was || !is) return was ? [fact('controller_missing', 'warn', was.address || was.mac || '?', '')] : []
  if (was.mac !== is.mac) return [fact('controller_changed', 'warn', was.mac, is.mac)]
  return [
    fact('controller_moved', 'info', was.address, is.address),
    fact('controller_firmware', 'info', was.firmware, is.firmware),
  ]
}

/**
 * What has changed between two reports of a server, the worst first. Modules are told apart by serial number, else by slot; disks by serial number or WWN;
 * network cards by MAC address. Names that the kernel gives (`sda`, `eth0`) are no identity.
 */
export function compareReports(before: HardwareReport, now: HardwareReport): Compared {
  const bios = ({ bios: { vendor, version, date } }: HardwareReport) =>
    [vendor, version, date].filter(Boolean).join(' ')
  const parts = [
    fact('machine_changed', 'fault', before.serial, now.serial, now.product),
    fact('processors_changed', 'warn', processorWords(before.cpus), processorWords(now.cpus)),
    compareModules(before, now),
    compareDisks(before.disks, now.disks),
    compareCards(before.nics, now.nics),
    fact('bios_changed', 'info', bios(before), bios(now)),
    fact('boot_changed', 'info', before.firmware, now.firmware),
    ...compareController(before, now),
  ]
  const differences = parts.flatMap((part) => part.differences)
  return {
    differences: differences.sort((a, b) => ORDER[a.level] - ORDER[b.level]),
    same: parts.reduce((sum, part) => sum + part.same, 0),
  }
}
