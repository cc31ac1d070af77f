import { PanelError } from '../../domain/shared/errors.ts'
import { invalidQuery } from './query-error.ts'
import { MAX_EXPRESSION_BYTES } from './tokens.ts'

/** The list parameters as text, decoded; `search` is the panel's own substring search. */
export type ListQuery = { where?: string; orderby?: string; limit?: string; search?: string }

const NAMES = ['where', 'orderby', 'limit', 'search'] as const
const isName = (name: string): name is (typeof NAMES)[number] => (NAMES as readonly string[]).includes(name)

const decodeRun = (run: string): string | null => {
  try {
    return decodeURIComponent(run)
  } catch {
    return null
  }
}

/** A run of `%hh` that is not UTF-8 as a whole: what is valid in it is decoded, the rest stays as written. */
const salvageRun = (run: string): string => {
  let text = ''
  let at = 0
  while (at < run.length) {
    const size = [3, 6, 9, 12].find(
      (length) => at + length <= run.length && decodeRun(run.slice(at, at + length)) !== null,
    )
    text += size ? decodeRun(run.slice(at, at + size)) : run.slice(at, at + 3)
    at += size ?? 3
  }
  return text
}

/**
 * Decodes one value of a query string the way clients of this API family encode it: `+` and `%20` are spaces, `%25` is
 * `%`, raw quotes and brackets are themselves. A `%` that starts no valid UTF-8 sequence is itself too, so that
 * `CP '%admin%'` sent without encoding means what it says.
 */
export const decodeParameter = (raw: string): string =>
  raw.replaceAll('+', ' ').replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => decodeRun(run) ?? salvageRun(run))

/**
 * Takes the list parameters out of a raw query string (with or without the leading `?`); others are left to the caller.
 * @throws PanelError `invalid_query` when one is given twice or is too long
 */
export const readListQuery = (raw: string): ListQuery => {
  const query: ListQuery = {}
  for (const pair of raw.replace(/^\?/, '').split('&')) {
    const equals = pair.indexOf('=')
    const name = decodeParameter(equals < 0 ? pair : pair.slice(0, equals))
    if (!isName(name)) continue
    if (query[name] !== undefined) throw new PanelError('invalid_query', `${name} is given twice`, { value: name })
    const value = equals < 0 ? '' : pair.slice(equals + 1)
    // Three raw bytes make one decoded byte at most.
    if (value.length > 3 * MAX_EXPRESSION_BYTES)
      throw invalidQuery(name, 'longer than 8 KiB, cut off', MAX_EXPRESSION_BYTES)
    query[name] = decodeParameter(value)
  }
  return query
}
