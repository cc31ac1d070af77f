import { dot3adAggPortTable } from '../../../protocols/snmp/mibs/aggregation.ts'
import type { SnmpSession } from '../../../protocols/snmp/session.ts'
import { readTable } from '../../../protocols/snmp/table.ts'
import type { AggregateReading } from '../types.ts'

/** Members of link aggregations; none where the device has no such table. A port that is its own aggregation is a single one. */
export async function readAggregates(session: SnmpSession, signal: AbortSignal): Promise<AggregateReading[]> {
  const columns = ['dot3adAggPortSelectedAggID', 'dot3adAggPortAttachedAggID'] as const
  const rows = await readTable(session, dot3adAggPortTable, columns, signal)
  return rows.flatMap(({ index: [port, ...more], ...row }) => {
    const aggregate = row.dot3adAggPortAttachedAggID || row.dot3adAggPortSelectedAggID || 0
    if (port === undefined || more.length > 0 || aggregate <= 0 || aggregate === port) return []
    return { if_index: String(port), aggregate: String(aggregate) }
  })
}
