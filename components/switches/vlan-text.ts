const MOST = 4094

/** Names of VLANs by number. */
export type VlanNames = ReadonlyMap<number, string>

/** The number of a VLAN that is given by number or by name; null when it is neither, or several have the name. */
export function vlanIn(text: string, names: VlanNames): number | null {
  const word = text.trim()
  if (/^\d{1,4}$/.test(word)) return inRange(Number(word)) ? Number(word) : null
  const found = [...names].filter(([, name]) => name.toLowerCase() === word.toLowerCase())
  return word !== '' && found.length === 1 ? (found[0]?.[0] ?? null) : null
}

/** VLAN numbers out of `10, 20, 100-120` and names, sorted and each once; null when a part is anything else. */
export function vlansIn(text: string, names: VlanNames = new Map()): number[] | null {
  const found = new Set<number>()
  for (const part of partsOf(text, names)) {
    const [first, last] = rangeIn(part, names) ?? []
    if (first === undefined || last === undefined) return null
    for (let id = first; id <= last; id++) found.add(id)
  }
  return [...found].sort((a, b) => a - b)
}

const inRange = (id: number) => id >= 1 && id <= MOST

/** Commas divide, and spaces as well where they are not part of a name. */
function partsOf(text: string, names: VlanNames): string[] {
  const words = text.split(',').flatMap((part) => (vlanIn(part, names) === null ? part.split(/\s+/) : [part.trim()]))
  return words.filter((word) => word !== '')
}

/** First and last VLAN of `7`, `100-120` or a name. */
function rangeIn(part: string, names: VlanNames): [number, number] | null {
  const [, first, last] = /^(\d{1,4})-(\d{1,4})$/.exec(part) ?? []
  if (first === undefined || last === undefined) {
    const id = vlanIn(part, names)
    return id === null ? null : [id, id]
  }
  const [from, to] = [Number(first), Number(last)]
  return inRange(from) && inRange(to) && from <= to ? [from, to] : null
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
