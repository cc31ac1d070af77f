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
    const decoded = [3, 6, 9, 12].map((size) => decodeRun(run.slice(at, at + size))).find((piece) => piece !== null)
    const size = decoded === undefined ? 3 : 3 * Buffer.byteLength(decoded)
    text += decoded ?? run.slice(at, at + size)
    at += size
  }
  return text
}

const decode = (raw: string): string =>
  raw.replaceAll('+', ' ').replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => decodeRun(run) ?? salvageRun(run))

/**
 * The parameters of an address, decoded the way clients of this API family encode them: `+` and `%20` are spaces, `%25`
 * is `%`, raw quotes and brackets are themselves. A `%` that begins no valid UTF-8 is itself too, so that `CP '%deal%'`
 * sent without encoding means what it says, also where a URL parser has encoded the quote before it. The first of several
 * values of one name counts.
 */
export const readQuery = (url: string): Record<string, string> => {
  const [address = ''] = url.split('#', 1)
  const start = address.indexOf('?')
  const parameters = new Map<string, string>()
  for (const pair of start < 0 ? [] : address.slice(start + 1).split('&')) {
    const equals = pair.indexOf('=')
    const name = decode(equals < 0 ? pair : pair.slice(0, equals))
    if (name && !parameters.has(name)) parameters.set(name, equals < 0 ? '' : decode(pair.slice(equals + 1)))
  }
  return Object.fromEntries(parameters)
}
