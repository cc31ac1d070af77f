import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'

/** Notification for the process that listens, whenever a session opens or closes. */
export const PROXY_CHANNEL = 'proxy_session'

export type SessionFault = 'port' | 'idle' | 'expired' | 'restart' | 'failed' | 'certificate' | 'gone'

type Closed = { id: number; ipmi_id: number | null; server_id: number | null; owner_id: number | null }

/** Closes the open ones of these sessions: from the commit on no request is accepted. Answers which. */
export async function closeSessions(
  work: Work,
  which: { id?: number; ipmi_id?: number; port?: number; proxy_type?: string },
  fault: SessionFault | null = null,
): Promise<Closed[]> {
  const rows = await work.sql<Closed>(
    `update proxy_session p set state = 'closed', closed_at = now(), fault = $5
      where p.state <> 'closed' and ($1::int is null or p.id = $1::int) and ($2::int is null or p.ipmi_id = $2::int)
        and ($3::int is null or p.listen_web_port = $3::int) and ($4::text is null or p.proxy_type = $4::text)
     returning p.id, p.ipmi_id, (select i.server_id from ipmi i where i.id = p.ipmi_id) as server_id,
       (select s.owner_id from ipmi i join server s on s.id = i.server_id where i.id = p.ipmi_id) as owner_id`,
    [which.id ?? null, which.ipmi_id ?? null, which.port ?? null, which.proxy_type ?? null, fault],
  )
  for (const row of rows) tellSession(work, row.id, 'delete', row)
  if (rows.length) await tellListener(work)
  return rows
}

export const tellListener = (work: Work) => work.sql('select pg_notify($1, $2)::text', [PROXY_CHANNEL, ''])

export function tellSession(
  work: Work,
  entity_id: number,
  event: 'create' | 'update' | 'delete',
  { server_id, ipmi_id, owner_id }: Omit<Closed, 'id'>,
) {
  changed(work, {
    entity: 'proxy_session',
    entity_id,
    event,
    account_id: owner_id,
    relations: { ...(server_id !== null && { server: server_id }), ...(ipmi_id !== null && { ipmi: ipmi_id }) },
  })
}
