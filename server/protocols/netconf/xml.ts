import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { msg } from '../../shared/text.ts'
import { NetconfError } from './errors.ts'

/** An element: either children or text. Names are without prefix; of attributes too, except `xmlns`. */
export type XmlElement = { name: string; attributes: Record<string, string>; children: XmlElement[]; text: string }

const maxDepth = 64
const maxElements = 200_000
/** Characters between one tag and the next: the parser is slow with long attributes and texts. */
const maxGap = 1 << 16

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  removeNSPrefix: true,
  // Entities of a document type are neither wanted nor expanded; the five of XML itself are decoded below.
  processEntities: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: true,
  maxNestedTags: maxDepth,
})

const named: Record<string, string> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

function decode(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w{1,8}));/gi, (whole, hex, decimal, name) => {
    if (name) return named[name] ?? whole
    const code = hex ? Number.parseInt(hex, 16) : Number(decimal)
    return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff) ? String.fromCodePoint(code) : '\ufffd'
  })
}

/**
 * Parses one document of a peer: no document types, no entities but XML's own, bounded depth and number of elements.
 *
 * @throws NetconfError protocol_error
 */
export function parseXml(text: string): XmlElement {
  if (/<!DOCTYPE|<!ENTITY/i.test(text))
    throw new NetconfError('protocol_error', msg`The peer sent a document type declaration, which is not allowed`)
  for (let at = 0, next = 0; next >= 0; at = next) {
    next = text.indexOf('<', at + 1)
    if ((next < 0 ? text.length : next) - at > maxGap)
      throw new NetconfError('protocol_error', msg`The peer sent a text or attribute that is too long`)
  }
  if (XMLValidator.validate(text) !== true)
    throw new NetconfError('protocol_error', msg`The peer sent XML that is not well-formed`)
  let nodes: unknown
  try {
    nodes = parser.parse(text)
  } catch (cause) {
    throw new NetconfError('protocol_error', msg`The peer sent XML that cannot be read`, { cause })
  }
  const budget = { left: maxElements }
  const roots = elements(nodes, 0, budget).children
  const root = roots[0]
  if (!root || roots.length > 1) throw new NetconfError('protocol_error', msg`The peer sent XML without a single root`)
  return root
}

/** fast-xml-parser gives `[{name: [children]}, {'#text': '…'}]`, attributes under ':@'. */
function elements(nodes: unknown, depth: number, budget: { left: number }): { children: XmlElement[]; text: string } {
  const children: XmlElement[] = []
  let text = ''
  if (depth > maxDepth) throw new NetconfError('protocol_error', msg`The peer sent XML that is nested too deep`)
  if (!Array.isArray(nodes)) return { children, text }
  for (const node of nodes as Record<string, unknown>[]) {
    for (const [name, content] of Object.entries(node)) {
      if (name === '#text') text += decode(String(content))
      if (name === ':@' || name === '#text') continue
      budget.left -= 1
      if (budget.left < 0) throw new NetconfError('protocol_error', msg`The peer sent more elements than can be read`)
      const attributes = Object.entries((node[':@'] ?? {}) as Record<string, unknown>)
      children.push({
        name,
        attributes: Object.fromEntries(attributes.map(([key, value]) => [key, decode(String(value))])),
        ...elements(content, depth + 1, budget),
      })
    }
  }
  return { children, text }
}

/** An element to be sent: children, or text. */
export function xml(
  name: string,
  content: readonly (XmlElement | null)[] | string | number = [],
  attributes: Record<string, string> = {},
): XmlElement {
  if (!Array.isArray(content)) return { name, attributes, children: [], text: String(content) }
  return { name, attributes, children: content.filter((child) => child !== null), text: '' }
}

const escapes: Record<string, string> = { '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;', "'": '&apos;' }
const escaped = (text: string) => text.replace(/[<>&"']/g, (character) => escapes[character] ?? '')

/** @throws NetconfError protocol_error for text that XML 1.0 cannot carry */
export function serialize({ name, attributes, children, text }: XmlElement): string {
  if (/[\p{Cs}\ufffe\uffff]|[^\P{Cc}\t\n\r]/u.test(text))
    throw new NetconfError('protocol_error', msg`XML cannot carry this text`)
  const head = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`)
  const body = children.length > 0 ? children.map(serialize).join('') : escaped(text)
  return body === '' ? `<${name}${head.join('')}/>` : `<${name}${head.join('')}>${body}</${name}>`
}

/** The first child of that name. */
export const child = (element: XmlElement | undefined, name: string): XmlElement | undefined =>
  element?.children.find((each) => each.name === name)

export const childrenOf = (element: XmlElement | undefined, name: string): XmlElement[] =>
  element?.children.filter((each) => each.name === name) ?? []

/** The text of a child below a path of names; empty when there is none. */
export function textAt(element: XmlElement | undefined, ...path: string[]): string {
  let at = element
  for (const name of path) at = child(at, name)
  return at?.text ?? ''
}
