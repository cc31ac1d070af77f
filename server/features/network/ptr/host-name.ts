import { domainToASCII } from 'node:url'
import { parseAddress } from '../../../domain/ip/address.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** Letters, digits and hyphens, none at the ends (RFC 1123, 2.1). */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

/**
 * A host name as a reverse record has it: letters outside ASCII as IDNA writes them, small letters, no dot at the end. Empty: none.
 * @throws PanelError invalid_input
 */
export function readHostName(text: string, field = 'domain'): string {
  const plain = text.trim().replace(/\.$/, '')
  if (plain === '') return ''
  const name = /^[\x21-\x7e]+$/.test(plain) ? plain.toLowerCase() : domainToASCII(plain)
  const labels = name.split('.')
  const isName = name.length <= 253 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '')
  if (!isName || parseAddress(name)) throw invalidInput(msg`${field}: a host name, such as web1.example.com`, field)
  return name
}
