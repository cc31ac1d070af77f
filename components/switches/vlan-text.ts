const MOST = 4094

/** VLAN numbers out of `10, 20, 100-120`, sorted and each once; null when it is anything else. */
export function vlansIn(text: string): number[] | null {
  const found = new Set<number>()
  for (const part of text.split(/[\s,]+/).filter((word) => word !== '')) {
    const [, first, last] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? []
    if (first === undefined) return null
    const [from, to] = [Number(first), Number(last ?? first)]
    if (from < 1 || to > MOST || from > to) return null
    for (let id = from; id <= to; id++) found.add(id)
  }
  return [...found].sort((a, b) => a - b)
}

/** The same the other way round: runs of three and more as a range. */
export function vlansText(ids: readonly number[]): string {
  const sorted = [...ids].sort((a, b) => a - b)
  const parts: string[] = []
  for (let at = 0; at < sorted.length; ) {
    let end = at
    while (sorted[end + 1] === (sorted[end] ?? 0) + 1) end++
    if (end - at >= 2) parts.push(`${sorted[at]}-${sorted[end]}`)
    else parts.push(...sorted.slice(at, end + 1).map(String))
    at = end + 1
  }
  return parts.join(', ')
}
