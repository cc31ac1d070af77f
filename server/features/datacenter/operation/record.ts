import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import type { OperationStatus } from '../../../domain/operation/kinds.ts'
import type { OperationResult } from '../../../domain/operation/result.ts'
import { writing } from '../../../domain/operation/steps.ts'
import { changed } from '../../../events/changes.ts'
import type { Text } from '../../../shared/text.ts'
import { toJson } from '../../../tasks/json.ts'
import { issueCertificate } from '../erasure-certificate/issue.ts'
import { notePlannedEnd } from '../operation-plan/ended.ts'
import { heldDisksSql } from './targets.ts'

/** Where processes hear that an operation has changed; the payload is its id. */
export const OPERATION_CHANNEL = 'operation'

/** SQL of what follows from a change of operation `o` of server `s`: the owner who hears of it, and that processes hear. */
const HEARD = `s.owner_id, pg_notify('${OPERATION_CHANNEL}', o.id::text)::text`
type Heard = { owner_id: number | null }

const noteUpdate = (work: Work, id: number, { owner_id }: Heard, data: Record<string, unknown>) =>
  changed(work, { entity: 'operation', entity_id: id, event: 'update', data, account_id: owner_id })

/**
 * Begins a step of the waterfall, and ends the one before; the same again changes words and percent only. Nothing is noted of an operation that has ended.
 * @param words of the panel, or quoted ones of a live system
 */
export async function noteStep(
  work: Work,
  id: number,
  name: string,
  words: Text | string | null,
  percent: number | null,
) {
  const said = words === null ? null : typeof words === 'string' ? words : stored(words)
  const [row] = await work.sql<Heard>(
    `with o as (select id, server_id from operation where id = $1::int and ended_at is null for update),
          last as (select s.* from operation_step s join o on o.id = s.operation_id order by s.position desc limit 1),
          ended as (update operation_step s set ended_at = now() from last
                     where s.operation_id = last.operation_id and s.position = last.position and last.name <> $2 and s.ended_at is null),
          made as (insert into operation_step as s (operation_id, position, name, words, percent)
                   select o.id, case when l.name = $2 then l.position else coalesce(l.position, 0) + 1 end, $2, $3, $4::int
                     from o left join last l on true
                   on conflict (operation_id, position) do update set words = excluded.words, percent = excluded.percent)
     update operation u set progress_info = coalesce($3, u.progress_info), percent = coalesce($4::int, u.percent), status = 'running',
                            started_at = coalesce(u.started_at, now())
       from o join server s on s.id = o.server_id where u.id = o.id returning ${HEARD}`,
    [id, name, said, percent],
  )
  if (row) noteUpdate(work, id, row, { step: name, ...(percent !== null && { percent }) })
}

/** Which installation is on the disks of server `s` after operation $2; those whose steps $3 have begun have overwritten the one before, unless they named other disks than hold it. */
const INSTALLED = `(select case when o.type = 'install' and o.status = 'ok' then o.id
    when exists (select 1 from operation_step p where p.operation_id = o.id and p.name = any($3))
         and not (o.disks <> '{}' and coalesce((select not array_agg(d.name) && o.disks from operation i, lateral ${heldDisksSql('i')} d where i.id = s.installed_id), false))
    then null else s.installed_id end from operation o where o.id = $2::int)`

/** Ends an operation: its server is free, ticket and secrets are gone, and what was cleared is certified. One that has ended stays as it is. */
export async function endOperation(
  work: Work,
  id: number,
  status: OperationStatus,
  fault: Text | string | null,
): Promise<void> {
  const words = fault === null ? null : typeof fault === 'string' ? fault : stored(fault)
  const [row] = await work.sql<Heard & { server_id: number }>(
    `update operation o set status = $2, fault = $3, ended_at = now(), ticket = null, secrets = null, answer_file = null, percent = case when $2 = 'ok' then 100 else percent end
       from server s where s.id = o.server_id and o.id = $1::int and o.ended_at is null returning o.server_id, ${HEARD}`,
    [id, status, words],
  )
  if (!row) return
  await work.sql(
    'update operation_step set ended_at = now() where operation_id = $1::int and ended_at is null returning position',
    [id],
  )
  await work.sql(
    `update server s set operation_id = null, installed_id = ${INSTALLED}, version = version + 1
      where s.id = $1::int and s.operation_id = $2::int returning s.id`,
    [row.server_id, id, [...writing]],
  )
  await issueCertificate(work, id)
  await notePlannedEnd(work, id, status)
  noteUpdate(work, id, row, { status })
  changed(work, { entity: 'server', entity_id: row.server_id, event: 'update', data: { operation: null } })
}

/** Keeps what the live system reports at its end. @returns false when the operation has ended */
export async function noteResult(work: Work, id: number, result: OperationResult): Promise<boolean> {
  const [row] = await work.sql<Heard>(
    `update operation o set result = $2::jsonb from server s where s.id = o.server_id and o.id = $1::int and o.ended_at is null returning ${HEARD}`,
    [id, toJson(result)],
  )
  if (row) noteUpdate(work, id, row, { result: result.ok })
  return row !== undefined
}

/** An operation as it is now. */
export const readOperation = (id: number) => db().prisma.operation.findUniqueOrThrow({ where: { id } })
