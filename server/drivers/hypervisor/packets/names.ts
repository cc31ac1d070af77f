import { createHash } from 'node:crypto'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** `length` characters of a digest, 0 to 9 and a to z. */
function short(text: string, length: number): string {
  const hex = createHash('sha256').update(text).digest('hex')
  return BigInt(`0x${hex}`).toString(36).padStart(50, '0').slice(-length)
}

/** A MAC address in lower case. @throws PanelError invalid_input */
export function plainMac(mac: string): string {
  if (!/^([0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(mac)) throw invalidInput(msg`This is not a MAC address`)
  return mac.toLowerCase()
}

/** What the taps of one domain have in common: 7 characters, enough to tell the domains of a node apart. */
export const domainKey = (domain: string) => short(domain, 7)

/**
 * The tap of a domain's interface: 14 characters (the kernel takes 15), known before the domain starts and the same at each
 * start, so that rules and limits can name it.
 */
export const tapName = (domain: string, mac: string) => `dh${domainKey(domain)}${short(plainMac(mac), 5)}`

/** The device (IFB) through which what comes from a tap is slowed down. */
export const funnelName = (tap: string) => `di${tap.slice(2)}`

/** Chains of one interface; `.out`, `.in`, `.ask` and `.con` are what the maps lead to. */
export const parts = ['out', 'in', 'ask', 'con', 'src', 'arp', 'ip4', 'ip6', 'na'] as const
export type Part = (typeof parts)[number]
export type Chains = Partial<Record<Part, string[]>>
