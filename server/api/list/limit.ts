import { invalidQuery, shown } from '../../domain/where/query-error.ts'
import { msg } from '../../shared/text.ts'

/** Maximum number of rows of one answer, also without `limit`; more are read page by page. */
export const MAX_ROWS = 100_000

/** The list parameters as decoded text; `search` is the panel's own substring search. */
export type ListQuery = {
  where?: string | undefined
  orderby?: string | undefined
  limit?: string | undefined
  search?: string | undefined
}

export type Limit = { offset: number; count: number }

const LIMIT = /^\s*(\d{1,20})\s*(?:,\s*(\d{1,20})\s*)?$/

/**
 * Parses `COUNT` or `OFFSET,COUNT`; absent or empty means all rows. A count above 100,000 means 100,000, because clients
 * write a huge number for "all".
 * @throws PanelError `invalid_query`
 */
export const parseLimit = (text = ''): Limit => {
  if (text.trim() === '') return { offset: 0, count: MAX_ROWS }
  const parts = LIMIT.exec(text)
  if (!parts) throw invalidQuery('limit', msg`expected COUNT or OFFSET,COUNT, found ${shown(text)}`, 0)
  const [offset, count] = parts[2] === undefined ? [0, Number(parts[1])] : [Number(parts[1]), Number(parts[2])]
  return { offset: Math.min(offset, Number.MAX_SAFE_INTEGER), count: Math.min(count, MAX_ROWS) }
}
