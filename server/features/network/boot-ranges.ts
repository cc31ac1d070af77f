import type { Work } from '../../db/transaction.ts'
import { inUse } from '../../domain/shared/errors.ts'
import { msg, type Text } from '../../shared/text.ts'

/** Boot ranges of all locations whose services are there or are being set up, as SQL: columns `first`, `last`, `location` (its name). */
export const bootRangesSql = `(select r.first::inet as first, r.last::inet as last, l.name as location
  from location l cross join lateral jsonb_to_recordset(coalesce(l.params_dhcp->'ranges', '[]')) as r(first text, last text)
 where l.dhcp4_conf <> '{}' or l.status in ('setup', 'setup_failed'))`

/**
 * Refuses addresses that a location gives to machines that boot.
 * @param what the words for the addresses: a range or one of them
 * @param value the field that names them
 */
export async function rejectBootRange(work: Work, what: Text, [first, last]: [string, string], value: string) {
  const [found] = await work.sql<{ location: string; range: string }>(
    `select b.location, host(b.first) || '-' || host(b.last) as range from ${bootRangesSql} b
      where b.first <= $2::inet and b.last >= $1::inet and family(b.first) = family($1::inet) limit 1`,
    [first, last],
  )
  if (found)
    throw inUse(
      msg`${what} has addresses of the boot range ${found.range} of the location ${found.location}: choose others`,
      value,
    )
}
