import { interfaces } from '../../../protocols/snmp/mibs/interfaces.ts'
import { lldpLocPortTable, lldpRemTable } from '../../../protocols/snmp/mibs/lldp.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { readTable } from '../../../protocols/snmp/table.ts'
import { cleanText, macAddress } from '../../../protocols/snmp/values.ts'
import type { NeighbourReading } from '../types.ts'

// Subtypes of LldpChassisId and LldpPortId (IEEE 802.1AB, 9.5.2 and 9.5.3) whose content is no text.
const chassisMac = 4
const portMac = 3

/** An identifier as text: a MAC address with colons, an IPv4 address with points, anything else as it reads. */
function identifier(subtype: number | null, macSubtype: number, content: Buffer | null): string {
  if (!content) return ''
  if (subtype === macSubtype) return macAddress(content) ?? content.toString('hex').slice(0, 64)
  // networkAddress: a byte for the family (1 = IPv4), then the address.
  if (content.length === 5 && content[0] === 1) return [...content.subarray(1)].join('.')
  return cleanText(content, 255)
}

type LocalPorts = { names: Map<string, string>; indexes: Set<string> }

/** Finds the interface of a local LLDP port number: by what the port is called, else by the number itself. */
function localInterface(number: number, id: string, description: string, ports: LocalPorts): string | null {
  const named = ports.names.get(id) ?? ports.names.get(description)
  if (named) return named
  if (ports.indexes.has(id)) return id
  return ports.indexes.has(String(number)) ? String(number) : null
}

/** LLDP neighbours (LLDP-MIB); null when the device has no such table. */
export async function readNeighbours(session: SnmpSession, signal: AbortSignal): Promise<NeighbourReading[] | null> {
  const locals = await readTable(
    session,
    lldpLocPortTable,
    ['lldpLocPortIdSubtype', 'lldpLocPortId', 'lldpLocPortDesc'],
    signal,
  )
  const names = [
    'lldpRemChassisIdSubtype',
    'lldpRemChassisId',
    'lldpRemPortIdSubtype',
    'lldpRemPortId',
    'lldpRemPortDesc',
    'lldpRemSysName',
    'lldpRemSysDesc',
  ] as const
  const remotes = await readTable(session, lldpRemTable, names, signal)
  if (locals.length === 0 && remotes.length === 0) return null
  const rows = await readTable(session, interfaces, ['ifName', 'ifDescr', 'ifPhysAddress'], signal)
  const ports: LocalPorts = { names: new Map(), indexes: new Set() }
  for (const { index, ifName, ifDescr, ifPhysAddress } of rows) {
    const ifIndex = String(index[0])
    ports.indexes.add(ifIndex)
    for (const name of [ifPhysAddress, ifDescr, ifName]) if (name) ports.names.set(name, ifIndex)
  }
  const ifIndexes = new Map(
    locals.map((row) => {
      const id = identifier(row.lldpLocPortIdSubtype, portMac, row.lldpLocPortId)
      return [row.index[0], localInterface(row.index[0] ?? 0, id, row.lldpLocPortDesc ?? '', ports)]
    }),
  )
  return remotes.flatMap((row) => {
    const local = row.index[1] ?? 0
    const if_index = ifIndexes.get(local) ?? localInterface(local, '', '', ports)
    if (!if_index) return []
    return {
      if_index,
      chassis_id: identifier(row.lldpRemChassisIdSubtype, chassisMac, row.lldpRemChassisId),
      port_id: identifier(row.lldpRemPortIdSubtype, portMac, row.lldpRemPortId),
      port_description: row.lldpRemPortDesc ?? '',
      system_name: row.lldpRemSysName ?? '',
      system_description: row.lldpRemSysDesc ?? '',
    }
  })
}
