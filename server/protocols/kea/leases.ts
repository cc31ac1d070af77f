import { isIPv4 } from 'node:net'

/** `expires` in seconds since 1970; `state` 0 assigned, 1 declined, 2 expired and reclaimed. */
export type Lease = { ip: string; mac: string; subnet: number; hostname: string; expires: number; state: number }

/** Addresses that a network card has leases of, the latest first. Their ends are not looked at: they are of the clock of another host. */
export const addressesOfMac = (leases: readonly Lease[], mac: string): string[] =>
  leases
    .filter((one) => one.state === 0 && one.mac.toLowerCase() === mac.toLowerCase() && isIPv4(one.ip))
    .sort((a, b) => b.expires - a.expires)
    .map(({ ip }) => ip)

/** Kea writes a comma in a text as this (CSVFile::escape). */
const unmasked = (text: string) =>
  text.replace(/&#x([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/**
 * Leases of Kea's memfile (CSV with a head line; the last line of an address counts, one without lifetime removes it).
 * A line that is cut or makes no sense is left out: the file is appended to while it is read.
 *
 * @param files contents of the lease files, oldest first: of a clean-up that is under way there are several
 */
export function parseLeaseFiles(files: readonly string[]): Lease[] {
  const found = new Map<string, Lease>()
  for (const file of files) {
    const [head = '', ...lines] = file.split('\n')
    const names = head.trim().split(',')
    const column = (name: string) => names.indexOf(name)
    const [address, hwaddr, lifetime] = [column('address'), column('hwaddr'), column('valid_lifetime')]
    const [expire, subnet, hostname, state] = ['expire', 'subnet_id', 'hostname', 'state'].map(column)
    if ([address, hwaddr, lifetime, expire, subnet].includes(-1)) continue
    for (const line of lines) {
      const fields = line.replace(/\r$/, '').split(',')
      const at = (place: number | undefined) => fields[place ?? -1] ?? ''
      if (fields.length < names.length || !isIPv4(at(address))) continue
      if (Number(at(lifetime)) === 0) found.delete(at(address))
      else
        found.set(at(address), {
          ip: at(address),
          mac: at(hwaddr),
          subnet: Number(at(subnet)),
          hostname: unmasked(at(hostname)).slice(0, 255),
          expires: Number(at(expire)),
          state: Number(at(state)) || 0,
        })
    }
  }
  return [...found.values()]
}
