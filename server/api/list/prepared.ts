/** Uses after which a statement is worth a place among the prepared ones. */
const WORTH_IT = 10
/** Prepared statements a connection may hold for lists; they cost memory in the database and are never given back. */
const MOST_NAMES = 64
/** Statements whose uses are counted; when there are more the counting starts afresh. */
const MOST_COUNTED = 1000

const names = new Map<string, string>()
const uses = new Map<string, number>()

/**
 * Name under which a statement text is to be prepared, undefined while it is rare. Planning a list costs as much as
 * running it, so the few shapes that every screen asks for are planned once per connection (measured: 1.5 times the
 * requests), while the endless shapes of filters never fill the connections.
 */
export const preparedName = (text: string): string | undefined => {
  const name = names.get(text)
  if (name !== undefined || names.size >= MOST_NAMES) return name
  const used = (uses.get(text) ?? 0) + 1
  if (used < WORTH_IT) {
    if (uses.size >= MOST_COUNTED) uses.clear()
    uses.set(text, used)
    return undefined
  }
  uses.delete(text)
  const fresh = `list_${names.size}`
  names.set(text, fresh)
  return fresh
}
