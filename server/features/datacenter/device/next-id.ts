import type { Work } from '../../../db/transaction.ts'

/** Takes the next id of a table: a device's place and its sealed parameters refer to it before its row is written. */
export async function nextId(work: Work, table: 'net_switch' | 'pdu' | 'ipmi'): Promise<number> {
  const [next] = await work.sql<{ id: number }>(`select nextval(pg_get_serial_sequence('${table}', 'id'))::int as id`)
  if (!next) throw new Error(`${table} has no sequence`)
  return next.id
}
