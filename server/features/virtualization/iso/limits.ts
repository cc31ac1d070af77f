import type { Actor } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { Work } from '../../../db/transaction.ts'
import { ACCOUNT_BYTES, ACCOUNT_IMAGES } from '../../../domain/iso/kinds.ts'
import { PanelError } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const GIB = 2 ** 30

/**
 * Refuses a further image of an account beyond what one may have. The account stays locked until the end of the transaction, so that two
 * requests never both get the last place. Administrators have no limit.
 * @param bytes of the new one; 0 when that is not known yet
 * @param except image that is counted with these bytes
 * @throws PanelError `no_resources`
 */
export async function requireQuota(work: Work, actor: Actor, bytes: number, except = 0): Promise<void> {
  if (actor.isAdmin) return
  await work.sql('select id from account where id = $1::int for no key update', [actor.account_id])
  const [taken] = await work.sql<{ count: number; bytes: number }>(
    'select count(*)::int as count, coalesce(sum(coalesce(size_bytes, received)), 0)::float8 as bytes from iso where account_id = $1::int and id <> $2::int',
    [actor.account_id, except],
  )
  if ((taken?.count ?? 0) >= ACCOUNT_IMAGES)
    throw new PanelError(
      'no_resources',
      msg`An account can have ${ACCOUNT_IMAGES} ISO images: delete one first, or ask an administrator`,
      { value: 'image_count' },
    )
  if ((taken?.bytes ?? 0) + bytes > ACCOUNT_BYTES)
    throw new PanelError(
      'no_resources',
      msg`The ISO images of an account can have ${ACCOUNT_BYTES / GIB} GiB together: delete one first, or ask an administrator`,
      { value: 'size_bytes' },
    )
}

/** Bytes that an image of an account may have, beside its other ones. */
export async function bytesLeft(account_id: number | null, except: number): Promise<number> {
  const { rows } = await db().pool.query<{ bytes: number; limited: boolean }>(
    `select coalesce((select sum(coalesce(size_bytes, received)) from iso where account_id = a.id and id <> $2::int), 0)::float8 as bytes,
            not ('@admin' = any(a.roles)) as limited
       from account a where a.id = $1::int`,
    [account_id, except],
  )
  return rows[0]?.limited ? Math.max(0, ACCOUNT_BYTES - rows[0].bytes) : Number.MAX_SAFE_INTEGER
}
