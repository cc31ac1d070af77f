import type { PortDuplex, PortSpeed } from '../../../domain/switch/port.ts'
import { SnmpError } from '../../../protocols/snmp/errors.ts'
import { adminSpeeds, stackPortTable } from '../../../protocols/snmp/mibs/cisco.ts'
import { dot3MauType, mauTable, mauTypes } from '../../../protocols/snmp/mibs/mau.ts'
import { cell, readSome, readTable } from '../../../protocols/snmp/table.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { oncePerSession } from '../../once-per-session.ts'
import type { PortSpeedChange } from '../types.ts'
import type { SpeedTableFamily } from './profile.ts'

const notOffered = (words: Text) => new SnmpError('refused', words, { status: 17 })

/** Speed and duplex by MAU-MIB (RFC 4836): auto-negotiation, or one type of medium without it. */
export const mau: SpeedTableFamily = {
  async read(session, only, signal) {
    const columns = ['ifMauDefaultType', 'ifMauAutoNegAdminStatus'] as const
    const rows = await readSome(session, mauTable, columns, only === null ? null : [`${only}.1`], signal)
    const settings = new Map<string, PortSpeedChange>()
    for (const { index, ifMauDefaultType, ifMauAutoNegAdminStatus } of rows) {
      const number = Number(ifMauDefaultType?.split('.').at(-1))
      const found = Object.entries(mauTypes)
        .find(([, value]) => value === number)?.[0]
        .split(' ')
      if (ifMauAutoNegAdminStatus === 1) settings.set(String(index[0]), { speed: 'auto', duplex: 'auto' })
      else if (found) settings.set(String(index[0]), { speed: found[0] as PortSpeed, duplex: found[1] as PortDuplex })
    }
    return settings
  },

  async set(session, ifIndex, { speed, duplex }, signal) {
    const autoNegotiation = cell(mauTable, 'ifMauAutoNegAdminStatus', `${ifIndex}.1`)
    if (speed === 'auto') {
      await session.set([{ oid: autoNegotiation, type: 'integer', value: 1 }], signal)
      return
    }
    const type = mauTypes[`${speed} ${duplex}` as keyof typeof mauTypes]
    if (!type) throw notOffered(msg`there is no medium of ${speed} with ${duplex} duplex`)
    const value = `${dot3MauType}.${type}`
    await session.set([{ oid: cell(mauTable, 'ifMauDefaultType', `${ifIndex}.1`), type: 'oid', value }], signal)
    await session.set([{ oid: autoNegotiation, type: 'integer', value: 2 }], signal)
  },
}

const stackDuplexes: PortDuplex[] = ['half', 'full', 'disagree', 'auto']

/** Where the port of an interface is in the table, which has module and port as its index. */
const stackRow = oncePerSession(async (session, signal, ifIndex) => {
  const rows = await readTable(session, stackPortTable, ['portIfIndex'], signal)
  return rows.find((row) => String(row.portIfIndex) === ifIndex)?.index.join('.') ?? null
})

/** Speed and duplex by CISCO-STACK-MIB. */
export const stack: SpeedTableFamily = {
  async read(session, only, signal) {
    const columns = ['portAdminSpeed', 'portDuplex', 'portIfIndex'] as const
    const row = only && (await stackRow(session, signal, only))
    const rows = await readSome(session, stackPortTable, columns, only === null ? null : row ? [row] : [], signal)
    return new Map(
      rows.flatMap(({ portAdminSpeed, portDuplex, portIfIndex }) => {
        if (!portIfIndex) return []
        const speed = Object.entries(adminSpeeds).find(([, value]) => value === portAdminSpeed)?.[0] as PortSpeed
        return [
          [
            String(portIfIndex),
            { speed: speed ?? 'unknown', duplex: stackDuplexes[(portDuplex ?? 0) - 1] ?? 'unknown' },
          ],
        ]
      }),
    )
  },

  async set(session, ifIndex, { speed, duplex }, signal) {
    const index = await stackRow(session, signal, ifIndex)
    const value = adminSpeeds[speed as keyof typeof adminSpeeds]
    const duplexValue = stackDuplexes.indexOf(duplex) + 1
    if (!index || !value || !duplexValue || duplex === 'disagree')
      throw notOffered(msg`there is no ${speed} with ${duplex} duplex`)
    await session.set([{ oid: cell(stackPortTable, 'portAdminSpeed', index), type: 'integer', value }], signal)
    // A port that negotiates its speed negotiates duplex too; devices refuse anything else.
    if (speed === 'auto' || speed === 'auto_10_100M') return
    await session.set([{ oid: cell(stackPortTable, 'portDuplex', index), type: 'integer', value: duplexValue }], signal)
  },
}
