import type { HardwareReport } from '../operation/report.ts'

/** What manufacturers leave where a serial number should be. */
const FILLERS =
  /^(|0+|f+|x+|none|null|n\/?a|unknown|not (specified|applicable|available)|default string|system serial number|to be filled by o\.?e\.?m\.?|0?123456789)$/i

/** The serial number of a report; empty when it is none. */
export const serialOf = ({ serial }: Pick<HardwareReport, 'serial'>): string =>
  FILLERS.test(serial.trim()) ? '' : serial.trim()

/** Network cards of a report, each once, in lower case. */
export const macsOfReport = ({ nics }: Pick<HardwareReport, 'nics'>): string[] => [
  ...new Set(nics.map(({ mac }) => mac.toLowerCase())),
]

/** What two reports of one machine have in common as long as nothing was exchanged in it: readings, as of temperatures, are left out. */
export const hardwareOf = (report: HardwareReport): string =>
  JSON.stringify([
    ...[report.vendor, report.product, report.serial, report.uuid, report.memory_mib],
    report.cpus.map(({ model }) => model),
    report.disks.map(({ serial, wwn, bytes }) => [serial, wwn, bytes]),
    macsOfReport(report).sort(),
    report.nics.map(({ lldp }) => lldp),
  ])
