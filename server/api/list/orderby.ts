import { invalidQuery, shown } from '../../domain/where/query-error.ts'
import { tokenize } from '../../domain/where/tokens.ts'
import { msg } from '../../shared/text.ts'

/** Fields one `orderby` may name. */
export const MAX_ORDER_FIELDS = 8

/** One sort key; `at` is the field's offset in the text. */
export type Order = { field: string; at: number; descending: boolean }

const DIRECTIONS: ReadonlyMap<string, boolean> = new Map([
  ['ASC', false],
  ['DESC', true],
])

/**
 * Parses a decoded `orderby` text: `field`, `field asc|desc`, comma list. Empty text gives no key.
 * @throws PanelError `invalid_query` with the position
 */
export const parseOrderby = (text: string): Order[] => {
  const tokens = tokenize('orderby', text)
  const orders: Order[] = []
  let next = 0
  const take = () => tokens[next++]
  if (tokens[0]?.kind === 'end') return orders
  for (;;) {
    const field = take()
    if (field?.kind !== 'word') throw invalidQuery('orderby', msg`expected a field`, field?.at ?? text.length)
    if (orders.length === MAX_ORDER_FIELDS) {
      throw invalidQuery('orderby', msg`more than ${MAX_ORDER_FIELDS} fields`, field.at, field.text)
    }
    let token = take()
    const descending = token?.kind === 'word' ? DIRECTIONS.get(token.text.toUpperCase()) : undefined
    if (descending !== undefined) token = take()
    orders.push({ field: field.text, at: field.at, descending: descending ?? false })
    if (!token || token.kind === 'end') return orders
    if (token.kind !== ',') {
      throw invalidQuery(
        'orderby',
        msg`expected asc, desc or a comma, found ${shown(token.text)}`,
        token.at,
        token.text,
      )
    }
  }
}
