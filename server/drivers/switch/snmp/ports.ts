import {
  adminStatuses,
  operStatuses,
  type PortAdminStatus,
  type PortDuplex,
  type PortOperStatus,
  type PortSpeed,
  type PortSpeedType,
} from '../../../domain/switch/port.ts'
import { interfaces } from '../../../protocols/snmp/mibs/interfaces.ts'
import { system } from '../../../protocols/snmp/mibs/system.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { readSome, readTable } from '../../../protocols/snmp/table.ts'
import { readNumber } from '../../snmp-link.ts'
import type { CounterReading, PortReading } from '../types.ts'

/** IANAifType of what carries a cable: Ethernet under its names of all times, and link aggregations. */
const portTypes = new Set([6, 7, 62, 69, 117, 161])

export const adminStatus = (value: number | null): PortAdminStatus => adminStatuses[(value ?? 4) - 1] ?? 'unknown'
export const operStatus = (value: number | null): PortOperStatus => operStatuses[(value ?? 4) - 1] ?? 'unknown'

const speeds: Record<number, PortSpeed> = {
  10: '10M',
  100: '100M',
  1000: '1G',
  10000: '10G',
  16000: '16G',
  40000: '40G',
}

export const speedOf = (mbps: number | null): PortSpeed => speeds[mbps ?? 0] ?? 'unknown'

export function speedTypeOf(mbps: number | null): PortSpeedType {
  if (!mbps || mbps < 10) return 'unknown'
  return mbps >= 10_000 ? '10G' : mbps >= 1_000 ? '1G' : mbps >= 100 ? '100M' : '10M'
}

const duplexes: Record<number, PortDuplex> = { 2: 'half', 3: 'full' }

const inventoryColumns = [
  'ifDescr',
  'ifType',
  'ifSpeed',
  'ifPhysAddress',
  'ifAdminStatus',
  'ifOperStatus',
  'ifName',
  'ifHighSpeed',
  'ifAlias',
  'dot3StatsDuplexStatus',
] as const

/** Interfaces that can be a port of the switch, in the order of their indexes. @param only index of one of them; null for all */
export async function readPorts(
  session: SnmpSession,
  only: string | null,
  signal: AbortSignal,
): Promise<PortReading[]> {
  const rows = await readSome(session, interfaces, inventoryColumns, only === null ? null : [only], signal)
  return rows
    .filter((row) => row.index.length === 1 && portTypes.has(row.ifType ?? 0))
    .sort((a, b) => (a.index[0] ?? 0) - (b.index[0] ?? 0))
    .map((row) => {
      const mbps = row.ifHighSpeed || Math.round((row.ifSpeed ?? 0) / 1_000_000) || null
      const description = row.ifDescr ?? ''
      return {
        if_index: String(row.index[0]),
        name: row.ifName || description,
        description,
        alias: row.ifAlias ?? '',
        type: row.ifType ?? 0,
        speed: speedOf(mbps),
        speed_type: speedTypeOf(mbps),
        speed_mbps: mbps,
        duplex: duplexes[row.dot3StatsDuplexStatus ?? 0] ?? 'unknown',
        admin_status: adminStatus(row.ifAdminStatus),
        oper_status: operStatus(row.ifOperStatus),
        mac: row.ifPhysAddress,
      }
    })
}

const sharedColumns = [
  'ifAdminStatus',
  'ifOperStatus',
  'ifInDiscards',
  'ifInErrors',
  'ifOutDiscards',
  'ifOutErrors',
] as const

/** All interfaces' counters: of 64 bits, or of 32 where the agent has no ifXTable. */
export async function readCounters(session: SnmpSession, bits: 32 | 64, signal: AbortSignal): Promise<CounterReading> {
  const uptime = await readNumber(session, system.sysUpTime, signal)
  const octets = bits === 64 ? (['ifHCInOctets', 'ifHCOutOctets'] as const) : (['ifInOctets', 'ifOutOctets'] as const)
  const rows = await readTable(session, interfaces, [...octets, ...sharedColumns], signal)
  const at = Date.now()
  const ports = rows.flatMap((row) => {
    const [inOctets, outOctets] = [row[octets[0]], row[octets[1]]]
    if (row.index.length !== 1 || inOctets === null || outOctets === null) return []
    return {
      if_index: String(row.index[0]),
      bits,
      in_octets: inOctets,
      out_octets: outOctets,
      in_errors: row.ifInErrors ?? 0n,
      out_errors: row.ifOutErrors ?? 0n,
      in_discards: row.ifInDiscards ?? 0n,
      out_discards: row.ifOutDiscards ?? 0n,
      oper_status: operStatus(row.ifOperStatus),
      admin_status: adminStatus(row.ifAdminStatus),
    }
  })
  return { at, uptime_s: Math.floor((uptime ?? 0) / 100), ports }
}
