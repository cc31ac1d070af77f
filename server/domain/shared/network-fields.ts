import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { MAC } from './mac.ts'

/*
 * Texts of bodies that name something of the network. Their rules are refinements, since the documented bodies state no
 * patterns. An empty text is "none" and always taken: clients send it.
 */

const isIpv4 = (text: string) => z.ipv4().safeParse(text).success
const isIpv6 = (text: string) => z.ipv6().safeParse(text).success

/** Labels of letters, digits, hyphens and underscores, with or without the final dot; one label alone is a domain too. */
const DOMAIN = /^(?!-)[A-Za-z0-9_-]{1,63}(?<!-)(\.(?!-)[A-Za-z0-9_-]{1,63}(?<!-))*\.?$/
export const isDomain = (text: string) => text.length <= 255 && DOMAIN.test(text)

export const ipv6Text = z.string().refine((text) => text === '' || isIpv6(text), rule`an IPv6 address`)
export const ipText = z
  .string()
  .refine((text) => text === '' || isIpv4(text) || isIpv6(text), rule`an IPv4 or IPv6 address`)
/** What is reached by a name or an address. */
export const hostText = z
  .string()
  .refine(
    (text) => text === '' || isIpv6(text) || (/^[\d.]+$/.test(text) ? isIpv4(text) : isDomain(text)),
    rule`a host name or an IP address`,
  )
/** A domain name in which `{name}` stands for the name of a VM. */
export const domainTemplate = z
  .string()
  .refine(
    (text) => text === '' || (text.length <= 200 && isDomain(text.replaceAll('{name}', 'vm'))),
    rule`a domain name in which {name} stands for the name of the VM`,
  )
export const macText = z
  .string()
  .refine((text) => text === '' || MAC.test(text), rule`six bytes in hexadecimal with colons`)
/** As Linux takes it: up to 15 characters, no slash, no blank. */
export const interfaceName = z
  .string()
  .refine(
    (text) => text === '' || /^[A-Za-z0-9][A-Za-z0-9_.@:-]{0,14}$/.test(text),
    rule`a name of a network interface`,
  )
/** A port of TCP or UDP where the document has a text. */
export const portText = z
  .string()
  .refine((text) => text === '' || (/^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535), rule`from 1 to 65535`)
