import type { Context } from '../../../api/context.ts'
import { requireRow } from '../../../api/links.ts'
import type { Work } from '../../../db/transaction.ts'
import { type AddressRange, addressText, parseRange, sizeOf, unusable } from '../../../domain/ip/address.ts'
import { alreadyExists, invalidInput, notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { rejectBootRange } from '../boot-ranges.ts'
import { emptyRanges } from '../ippool/service.ts'
import { isOverlap, lockStructure } from '../structure.ts'

const reject = (words: Text) => invalidInput(words, 'name')

/**
 * Adds addresses to a pool. A range lies in one network, or in none: then its addresses have no gateway and stand alone
 * (prefix 32 or 128) until a network around them is made.
 */
export async function createRange(ctx: Context, ippool_id: number, text: string) {
  const range = parseRange(text)
  if (!range) throw reject(msg`name: ${text.slice(0, 60)} is not an address, first-last or CIDR`)
  const kind = unusable(range)
  if (kind) throw reject(msg`name: ${range.text} contains ${kind} addresses, which cannot be assigned`)
  const first = addressText(range.family, range.first)
  const last = addressText(range.family, range.last)
  try {
    return await ctx.mutate(async (work) => {
      await lockStructure(work)
      await requireRow(work, 'ippool', msg`Pool`, ippool_id)
      await rejectOverlap(work, range.text, first, last)
      await rejectBootRange(work, msg`${range.text}`, [first, last], 'name')
      const ipnet_id = await networkOf(work, range)
      const size = sizeOf(range).toString()
      const { id } = await work.tx.iprange.create({
        data: { ippool_id, ipnet_id, name: range.text, first, last, family: range.family, size, frontier: first },
      })
      // Addresses that were noted as used before belong to the range from now on.
      await work.sql(
        'update ip set iprange_id = $1::int, ippool_id = $2::int where ip_addr between $3::inet and $4::inet returning id',
        [id, ippool_id, first, last],
      )
      changed(work, {
        entity: 'range',
        entity_id: id,
        event: 'create',
        data: { name: range.text },
        relations: { ippool: ippool_id },
      })
      changed(work, { entity: 'ippool', entity_id: ippool_id, event: 'update' })
      return { id }
    })
  } catch (fault) {
    if (isOverlap(fault, 'iprange_overlap')) throw alreadyExists(msg`${range.text} overlaps another range`, 'name')
    throw fault
  }
}

async function rejectOverlap(work: Work, text: string, first: string, last: string) {
  const [other] = await work.sql<{ name: string; pool: string }>(
    `select r.name, p.name as pool from iprange r join ippool p on p.id = r.ippool_id
      where inetrange(r.first, r.last, '[]') && inetrange($1::inet, $2::inet, '[]') order by r.first limit 1`,
    [first, last],
  )
  if (other) throw alreadyExists(msg`${text} overlaps the range ${other.name} of the pool ${other.pool}`, 'name')
}

/** The network around a range, null when there is none. Refuses a range that lies only partly in a network. */
async function networkOf(work: Work, range: AddressRange & { text: string }): Promise<number | null> {
  const [net] = await work.sql<{ id: number; name: string; whole: boolean }>(
    `select id, name, net >>= $1::inet and net >>= $2::inet as whole from ipnet
      where inetrange(host(net)::inet, host(broadcast(net))::inet, '[]') && inetrange($1::inet, $2::inet, '[]') order by net limit 1`,
    [addressText(range.family, range.first), addressText(range.family, range.last)],
  )
  if (net && !net.whole) throw reject(msg`name: ${range.text} is only partly in the network ${net.name}`)
  return net?.id ?? null
}

/** Takes addresses out of a pool, unless one of them is used. */
export async function deleteRange(ctx: Context, id: number) {
  await ctx.mutate(async (work) => {
    await lockStructure(work)
    const range = await work.tx.iprange.findUnique({ where: { id } })
    if (!range) throw notFound(msg`Range`, id)
    await emptyRanges(work, msg`Range ${range.name}`, [id])
    changed(work, { entity: 'range', entity_id: id, event: 'delete', relations: { ippool: range.ippool_id } })
    changed(work, { entity: 'ippool', entity_id: range.ippool_id, event: 'update' })
  })
  return { id, deleted: [{ id }] }
}
