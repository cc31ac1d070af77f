import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import type { LocationMessage } from '../../../domain/location/schema.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

/** Newest messages of a location that are kept, and for how long. */
const KEPT = 1000
const DAYS = 30

/** Keeps what a component of a location reports. */
export async function keepMessage(ctx: Context, location_id: number, { stream, message }: LocationMessage) {
  return ctx.mutate(async (work) => {
    const [known] = await work.sql('select id from location where id = $1::int for key share', [location_id])
    if (!known) throw notFound(msg`Location`, location_id)
    return { id: await addMessage(work, location_id, { stream, message }) }
  })
}

/** Keeps a message of a location that is there; the oldest one makes room for it. @returns its id */
export async function addMessage(work: Work, location_id: number, { stream, message }: LocationMessage) {
  const { id } = await work.tx.location_message.create({ data: { location_id, stream, message: message as object } })
  await work.sql(
    `delete from location_message where location_id = $1::int and id <=
       (select id from location_message where location_id = $1::int order by id desc offset $2::int limit 1) returning id`,
    [location_id, KEPT],
  )
  changed(work, {
    entity: 'location_message',
    entity_id: id,
    event: 'create',
    data: { location: location_id, stream },
    relations: { location: location_id },
  })
  return id
}

/** Deletes old messages. */
export async function forgetOldMessages(): Promise<void> {
  await db().pool.query('delete from location_message where created_at < now() - make_interval(days => $1)', [DAYS])
}
