import type { HardwareReport } from '../../../domain/operation/report.ts'

type Nic = HardwareReport['nics'][number]
/** A network card with a link. */
export const nic = (mac: string, lldp: Nic['lldp'] = null, n = 0): Nic => ({
  ...{ name: `eth${n}`, mac, driver: 'x', speed: 10_000, link: true, lldp },
})

/** What a machine says of itself. */
export const machineReport = (nics: Nic[], more: Partial<HardwareReport> = {}): HardwareReport => ({
  ...{ version: 1, uptime: 5, vendor: 'Dell Inc.', product: 'PowerEdge R650', serial: '', uuid: '', firmware: 'uefi' },
  ...{ arch: 'x86_64', bios: { vendor: 'Dell Inc.', version: '1.14.2', date: '' }, controller: null },
  cpus: [{ model: 'Xeon Gold 6338', cores: 32, threads: 64, mhz: 2000 }],
  memory_mib: 524_288,
  ...{ memory_modules: [], disks: [], nics },
  ...more,
})
