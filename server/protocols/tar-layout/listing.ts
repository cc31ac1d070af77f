import { msg, type Text } from '../../shared/text.ts'

const MIB = 2 ** 20
/** A line of `tar --list --verbose --numeric-owner --quoting-style=escape`: type, size or numbers of a device, name. */
const LINE = /^(\S)\S{9}\S* +-?\d+\/-?\d+ +(\d+|\d+,\d+) +-?\d{4,}-\d\d-\d\d \d\d:\d\d(?::[\d.]+)? (.+)$/
const LONGEST_SHOWN = 100

/**
 * Why an archive may not be unpacked, or null: names that lead out of it, or through a link that it brings along, and more content than it may
 * have (holes of sparse files count as content). Devices are left alone: a container can neither make nor open them.
 * @param listing what tar says of it, escaped so that an entry is a line
 * @param most_mib the most that its files may have together
 */
export function listingFault(listing: string, most_mib: number): Text | null {
  const links = new Set<string>()
  let bytes = 0
  for (const line of listing.split('\n')) {
    if (line === '') continue
    const [, type, size, rest] = LINE.exec(line) ?? []
    if (type === undefined || size === undefined || rest === undefined)
      return msg`The archive has an entry that cannot be understood: ${shown(line)}`
    const { name, target } = namesOf(type, rest)
    for (const one of type === 'h' ? [name, target] : [name])
      if (leadsOut(one, links)) return msg`The archive has an entry that leads out of it: ${shown(one)}`
    if (type === 'l') links.add(plain(name))
    if (!size.includes(',')) bytes += Number(size)
    if (bytes > most_mib * MIB) return msg`The archive holds more than the ${most_mib} MiB that it may have`
  }
  return null
}

/** A name with the words of a link in it is cut at the first: what is cut off is looked at as a target, and both have to be inside. */
function namesOf(type: string, rest: string): { name: string; target: string } {
  const words = type === 'l' ? ' -> ' : type === 'h' ? ' link to ' : null
  const at = words === null ? -1 : rest.indexOf(words)
  return at < 0
    ? { name: rest, target: '' }
    : { name: rest.slice(0, at), target: rest.slice(at + (words?.length ?? 0)) }
}

const plain = (name: string) =>
  name
    .split('/')
    .filter((part) => part !== '' && part !== '.')
    .join('/')

function leadsOut(name: string, links: ReadonlySet<string>): boolean {
  if (name.startsWith('/') || name.split('/').includes('..')) return true
  const parts = plain(name).split('/')
  for (let n = 1; n < parts.length; n++) if (links.has(parts.slice(0, n).join('/'))) return true
  return false
}

const shown = (text: string) => (text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN)}…` : text)
