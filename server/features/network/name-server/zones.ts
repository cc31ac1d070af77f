import { parseCidr } from '../../../domain/ip/address.ts'
import { networkOfZone, zoneOfNetwork } from '../../../domain/ptr/reverse.ts'
import { invalidField } from '../../../domain/shared/errors.ts'
import { canonicalName } from '../../../protocols/dns/names.ts'
import { msg } from '../../../shared/text.ts'

const MOST = 100

/** Zones as they are kept. */
export const zonesOf = (kept: string): string[] => (kept === '' ? [] : kept.split(', '))

/**
 * Reads zones as people write them: names of reverse zones, or networks.
 * @returns as they are kept @throws PanelError invalid_input
 */
export function readZones(text: string): string {
  const zones = text.split(/[\s,;]+/).filter((word) => word !== '')
  if (zones.length > MOST) throw invalid(msg`at most ${MOST} zones`)
  return [...new Set(zones.map(readZone))].join(', ')
}

function readZone(word: string): string {
  const network = parseCidr(word)
  if (network) {
    const zone = zoneOfNetwork(network)
    const held = networkOfZone(zone)
    if (!network.exact || held?.prefix !== network.prefix)
      throw invalid(msg`not the network of one zone, so name the zone itself: ${word}`)
    return zone
  }
  const zone = canonicalName(word)
  if (zone === null || networkOfZone(zone) === null)
    throw invalid(msg`not a reverse zone such as 2.0.192.in-addr.arpa or 0/26.2.0.192.in-addr.arpa: ${word}`)
  return zone
}

const invalid = (words: ReturnType<typeof msg>) => invalidField('zones', words)
