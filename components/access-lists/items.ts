import { parseAddress, parseCidr, parseRange } from '../../server/domain/ip/address.ts'

/** The items of what was typed: one a line, or divided by commas; spaces around a dash are forgiven, empty lines too. */
export const splitItems = (text: string): string[] =>
  text
    .replace(/\s*-\s*/g, '-')
    .split(/[\s,;]+/)
    .filter((item) => item !== '')

/** Whether an item reads as an address, `first-last` of one family in order, or a subnet. The server has the last word. */
export const isItem = (item: string): boolean =>
  (item.includes('-') ? parseRange(item) : item.includes('/') ? parseCidr(item) : parseAddress(item)) !== null

/** The first item that cannot be used. */
export const wrongItem = (text: string): string | undefined => splitItems(text).find((item) => !isItem(item))
