import type { Actor } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { ACCOUNT_BYTES, ACCOUNT_IMAGES } from '../../../domain/iso/kinds.ts'
import { noResources } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const GIB = 2 ** 30

/** Bytes that an image counts for: what is there of it, and what was promised to it. What failed has no file any more. */
const COUNTED = "case when state = 'failed' then 0 else greatest(coalesce(size_bytes, 0), received, reserved) end"

/**
 * Refuses a further image of an account beyond what one may have. The account stays locked until the end of the transaction, so that two
 * requests never both get the last place. Administrators have no limit.
 * @param bytes of the new one; 0 when that is not known yet
 * @param except image that is counted with these bytes
 * @throws PanelError `no_resources`
 */
export async function requireQuota(work: Work, actor: Actor, bytes: number, except = 0): Promise<void> {
  if (actor.isAdmin) return
  const taken = await takenBy(work, actor.account_id, except)
  if (taken.count >= ACCOUNT_IMAGES)
    throw noResources(
      msg`An account can have ${ACCOUNT_IMAGES} ISO images: delete one first, or ask an administrator`,
      'image_count',
    )
  requireBytes(taken.bytes + bytes)
}

function requireBytes(bytes: number): void {
  if (bytes > ACCOUNT_BYTES)
    throw noResources(
      msg`The ISO images of an account can have ${ACCOUNT_BYTES / GIB} GiB together: delete one first, or ask an administrator`,
      'size_bytes',
    )
}

/** What an account has beside an image. It stays locked until the end of the transaction. */
async function takenBy(work: Work, account_id: number, except: number) {
  await work.sql('select id from account where id = $1::int for no key update', [account_id])
  const [taken] = await work.sql<{ count: number; bytes: number }>(
    `select count(*)::int as count, coalesce(sum(${COUNTED}), 0)::float8 as bytes from iso where account_id = $1::int and id <> $2::int`,
    [account_id, except],
  )
  return taken ?? { count: 0, bytes: 0 }
}

/**
 * The same for an image that is on its way and turns out to become so large.
 * @throws PanelError `no_resources`
 */
export async function requireGrowth(
  work: Work,
  { id, account_id }: { id: number; account_id: number | null },
  bytes: number,
): Promise<void> {
  if (account_id === null) return
  const { bytes: others } = await takenBy(work, account_id, id)
  const [limited] = await work.sql("select 1 as it from account where id = $1::int and not ('@admin' = any(roles))", [
    account_id,
  ])
  if (limited) requireBytes(others + bytes)
}
