import type { HardwareReport } from '../operation/report.ts'

type Disk = HardwareReport['disks'][number]
type Module = HardwareReport['memory_modules'][number]
type Card = HardwareReport['nics'][number]

export const someDisk = (serial: string, more: Partial<Disk> = {}): Disk => ({
  ...{ name: 'sda', model: 'PM893', serial, wwn: '', bytes: 3_840_755_982_336, rotational: false, transport: 'sata' },
  erase: ['ata_secure_erase'],
  smart: {
    ...{ passed: true, hours: 100, temperature: 34, used_percent: 74, media_errors: null, reallocated: 0, pending: 0 },
  },
  ...more,
})

export const someModule = (slot: string, serial: string, more: Partial<Module> = {}): Module => ({
  ...{ slot, mib: 32_768, type: 'DDR4', speed: '3200 MT/s', vendor: 'Samsung', serial, part: 'M393A4K40DB3' },
  ...more,
})

export const someCard = (mac: string, more: Partial<Card> = {}): Card => ({
  ...{ name: 'eth0', mac, driver: 'i40e', speed: 10_000, link: true },
  lldp: { chassis: '52:54:00:bb:00:01', port: 'xe-0/0/31', system: 'sw-b04-1' },
  ...more,
})

/** What a server with two processors, two modules, two disks and two cards reports. */
export const someReport = (more: Partial<HardwareReport> = {}): HardwareReport => ({
  ...{
    version: 1,
    uptime: 12,
    vendor: 'Dell Inc.',
    product: 'PowerEdge R650',
    serial: '8TN4K23',
    uuid: 'u',
    arch: 'x86_64',
  },
  ...{ bios: { vendor: 'Dell', version: '1.12.1', date: '01/01/2024' }, firmware: 'uefi' },
  cpus: Array.from({ length: 2 }, () => ({ model: 'Xeon Gold 6338', cores: 32, threads: 64, mhz: 2000 })),
  memory_mib: 65_536,
  memory_modules: [someModule('A1', '2B7E04D0'), someModule('A2', '2B7E04D1')],
  disks: [someDisk('S64GNN0T912244'), someDisk('S6BENA0T300190', { name: 'sdb' })],
  nics: [
    someCard('3c:ec:ef:51:0c:40'),
    someCard('3c:ec:ef:51:0c:41', {
      name: 'eth1',
      lldp: { chassis: '52:54:00:bb:00:01', port: 'xe-0/0/32', system: 'sw-b04-1' },
    }),
  ],
  controller: { address: '203.0.113.138', mac: '3c:ec:ef:51:0c:ff', firmware: '7.10' },
  ...more,
})
