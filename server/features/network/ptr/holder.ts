import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** The address that a record belongs to. */
export type Holder = { id: number; host_id: number | null; account_id: number | null }

/** SQL: the holders of the records of a table expression `r` that follows. */
export const HOLDERS = 'select i.id, i.host_id, i.account_id from ip i join'

/** Tells those who look at an address that its reverse record changed. */
export function tellHolder(work: Work, { id, host_id, account_id }: Holder): void {
  const relations = host_id === null ? {} : { host: host_id }
  changed(work, { entity: 'ip', entity_id: id, event: 'update', account_id, data: { ptr: true }, relations })
}
