import { randomUUID } from 'node:crypto'
import { textOf } from '../../shared/spoken-error.ts'
import { msg, quote } from '../../shared/text.ts'
import { child, parseXml, serialize, textAt, type XmlElement, xml } from '../netconf/xml.ts'
import { WsmanError } from './errors.ts'

const soap = 'http://www.w3.org/2003/05/soap-envelope'
const addressing = 'http://schemas.xmlsoap.org/ws/2004/08/addressing'
const wsman = 'http://schemas.dmtf.org/wbem/wsman/1/wsman.xsd'
const anonymous = `${addressing}/role/anonymous`

/** URI of a class: CIM classes are DMTF's, AMT and IPS ones Intel's. */
export function classUri(name: string): string {
  if (name.startsWith('CIM_')) return `http://schemas.dmtf.org/wbem/wscim/1/cim-schema/2/${name}`
  if (name.startsWith('IPS_')) return `http://intel.com/wbem/wscim/1/ips-schema/1/${name}`
  return `http://intel.com/wbem/wscim/1/amt-schema/1/${name}`
}

export const actions = {
  get: 'http://schemas.xmlsoap.org/ws/2004/09/transfer/Get',
  put: 'http://schemas.xmlsoap.org/ws/2004/09/transfer/Put',
  enumerate: 'http://schemas.xmlsoap.org/ws/2004/09/enumeration/Enumerate',
  pull: 'http://schemas.xmlsoap.org/ws/2004/09/enumeration/Pull',
} as const
const enumeration = 'http://schemas.xmlsoap.org/ws/2004/09/enumeration'

/** Which instance of a class, by key properties; none where there is only one. */
export type Selectors = Record<string, string>

const selectorSet = (prefix: string, selectors: Selectors) =>
  xml(
    `${prefix}:SelectorSet`,
    Object.entries(selectors).map(([Name, value]) => xml(`${prefix}:Selector`, value, { Name })),
  )

/** An endpoint reference, as methods take instances of other classes for arguments (DSP0226, 5.1). */
export function reference(name: string, className: string, selectors: Selectors): XmlElement {
  return xml(name, [
    xml('a:Address', anonymous),
    xml('a:ReferenceParameters', [xml('w:ResourceURI', classUri(className)), selectorSet('w', selectors)]),
  ])
}

export type Message = {
  action: string
  className: string
  selectors?: Selectors
  body?: readonly XmlElement[]
  /** Seconds the device may take, sent with the request. */
  timeoutS?: number
}

/** Writes a request (DSP0226, 5); elements of the body use `r:` for the class, `a:`, `w:` and `n:` for enumeration. */
export function envelope({ action, className, selectors = {}, body = [], timeoutS = 60 }: Message): string {
  const resource = classUri(className)
  const header = xml('s:Header', [
    xml('a:Action', action, { 's:mustUnderstand': 'true' }),
    xml('a:To', '/wsman', { 's:mustUnderstand': 'true' }),
    xml('w:ResourceURI', resource, { 's:mustUnderstand': 'true' }),
    xml('a:MessageID', `uuid:${randomUUID()}`, { 's:mustUnderstand': 'true' }),
    xml('a:ReplyTo', [xml('a:Address', anonymous)]),
    xml('w:OperationTimeout', `PT${timeoutS}S`),
    Object.keys(selectors).length > 0 ? selectorSet('w', selectors) : null,
  ])
  const names = {
    'xmlns:s': soap,
    'xmlns:a': addressing,
    'xmlns:w': wsman,
    'xmlns:n': enumeration,
    'xmlns:r': resource,
  }
  return `<?xml version="1.0" encoding="utf-8"?>${serialize(xml('s:Envelope', [header, xml('s:Body', body)], names))}`
}

/**
 * Reads an answer.
 *
 * @returns the element in the body
 * @throws WsmanError `fault` with the device's reason, `protocol_error`
 */
export function openEnvelope(text: string): XmlElement {
  let root: XmlElement
  try {
    root = parseXml(text)
  } catch (cause) {
    throw new WsmanError('protocol_error', cause instanceof Error ? textOf(cause) : msg`The answer is not XML`, {
      cause,
    })
  }
  const body = root.name === 'Envelope' ? child(root, 'Body') : undefined
  if (!body) throw new WsmanError('protocol_error', msg`The answer is not a SOAP envelope`)
  const fault = child(body, 'Fault')
  if (fault) {
    const code = textAt(fault, 'Code', 'Subcode', 'Value') || textAt(fault, 'Code', 'Value')
    const reason = textAt(fault, 'Reason', 'Text').slice(0, 500)
    throw new WsmanError('fault', reason || code ? quote(reason || code) : msg`no reason was given`, {
      code: code.replace(/^.*:/, '').slice(0, 100),
    })
  }
  // Some answers to Put have an empty body.
  return body.children[0] ?? { name: '', attributes: {}, children: [], text: '' }
}
