import type { Work } from '../../db/transaction.ts'
import { macsOfReport } from '../../domain/machine/identity.ts'
import type { HardwareReport } from '../../domain/operation/report.ts'
import { rowWriter } from './room-write.ts'

const GIB = 1024
const MINUTE = 60_000
type Lldp = HardwareReport['nics'][number]['lldp']

/** Machines that were put into racks of a location and that nobody has entered yet: two that are alike, one with cards of a server, one that never booted. */
export async function writeMachines(work: Work, location_id: number): Promise<void> {
  await work.sql(
    `update location set params_dhcp = params_dhcp || '{"discovery": true}' where id = $1::int returning id`,
    [location_id],
  )
  const ports = await freePorts(work, location_id)
  const [known] = await work.sql<{ mac: string }>(
    `select m.mac from server_mac m join server s on s.id = m.server_id where s.location_id = $1::int and s.node_id is null and s.owner_id is null
      order by s.id, m.position limit 1`,
    [location_id],
  )
  const mac = (n: number, card: number) => `02:dc:${hex(location_id >> 8)}:${hex(location_id)}:${hex(n)}:${hex(card)}`
  const alike = ports.map((lldp, n) => r650(`5HV8N2${3 + n}`, [mac(n, 1), mac(n, 2)], lldp))
  const moved = r650('CZJ0310BQ7', [mac(8, 1), ...(known ? [known.mac] : [])], null)
  const seen = [4, 4, 1440]
  const reported = [...alike, moved].map((report, n) => ({
    ...met(location_id, report.nics[0]?.mac ?? '', n, seen[n] ?? 60),
    ...{ vendor: report.vendor, product: report.product, serial: report.serial, uuid: report.uuid },
    ...{ macs: macsOfReport(report), report, reported_at: ago(seen[n] ?? 60), asked: 1 },
  }))
  const { rows } = rowWriter(work)
  await rows('machine', reported)
  const silent = mac(9, 1)
  await rows('machine', [
    { ...met(location_id, silent, 9, 180), vendor: '', product: '', serial: '', uuid: '', macs: [], asked: 14 },
  ])
}

const hex = (n: number) => (n & 255).toString(16).padStart(2, '0')
const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE)
const met = (location_id: number, mac: string, n: number, minutes: number) => ({
  ...{
    location_id,
    state: 'waiting',
    mac,
    boot_macs: [mac],
    address: `10.77.0.${201 + n}`,
    session_reports: 0,
    version: 1,
  },
  ...{ asked_at: ago(minutes), first_seen_at: ago(minutes + 30), seen_at: ago(minutes) },
})

/** What switches announce at two free ports between servers of their own rack. */
async function freePorts(work: Work, location_id: number): Promise<Lldp[]> {
  const near = `exists (select from switch_connection k join server s on s.id = k.server_id join switch_port o on o.id = k.switch_port_id
                         where o.switch_id = w.id and s.rack_id = w.rack_id)`
  return work.sql<NonNullable<Lldp>>(
    `select coalesce(p.mac, '') as chassis, p.name as port, coalesce(nullif(w.hostname, ''), w.name) as system
       from net_switch w join switch_port p on p.switch_id = w.id
      where w.location_id = $1::int and p.name <> '' and not p.is_uplink and not p.is_service and not p.gone and ${near}
        and not exists (select from switch_connection k where k.switch_port_id = p.id)
      order by w.id, length(p.if_index), p.if_index limit 2`,
    [location_id],
  )
}

function r650(serial: string, macs: readonly string[], lldp: Lldp): HardwareReport {
  const many = <One>(count: number, one: (n: number) => One) => Array.from({ length: count }, (_, n) => one(n))
  return {
    ...{ version: 1, uptime: 41, vendor: 'Dell Inc.', product: 'PowerEdge R650', serial, uuid: `4c4c4544-${serial}` },
    ...{ firmware: 'uefi', arch: 'x86_64', bios: { vendor: 'Dell Inc.', version: '1.14.2', date: '06/19/2024' } },
    cpus: many(2, () => ({ model: 'Xeon Gold 6338', cores: 32, threads: 64, mhz: 3200 })),
    memory_mib: 512 * GIB,
    memory_modules: many(16, (n) => ({
      ...{ slot: `A${n + 1}`, mib: 32 * GIB, type: 'DDR4', speed: '3200 MT/s', vendor: 'Hynix' },
      ...{ serial: `${serial}${n}`, part: 'HMA84GR7CJR4N' },
    })),
    disks: many(8, (n) => ({
      ...{ name: `nvme${n}n1`, model: 'PM9A3', serial: `${serial}-D${n}`, wwn: '', bytes: 1_920_383_410_176 },
      ...{ rotational: false, transport: 'nvme' as const, smart: null, erase: ['nvme_format' as const] },
    })),
    nics: macs.map((mac, n) => ({
      ...{ name: `eth${n}`, mac, driver: 'i40e', speed: n === 0 ? 10_000 : null, link: n === 0 },
      lldp: n === 0 ? lldp : null,
    })),
    controller: { address: '203.0.113.122', mac: `${macs[0]?.slice(0, -2)}f0`, firmware: '7.00' },
  }
}
