import { msg, type Text } from '../../shared/text.ts'
import { child, childrenOf, textAt, type XmlElement, xml } from '../netconf/xml.ts'
import type { DigestHttp } from '../pinned-http/digest.ts'
import { actions, classUri, envelope, type Message, openEnvelope, type Selectors } from './envelope.ts'
import { WsmanError } from './errors.ts'

const path = '/wsman'
const maxPulls = 64
const maxItems = 1_000

/** Operations of WS-Management (DSP0226) and WS-CIM (DSP0227) on one device. */
export class WsmanClient {
  readonly #http: DigestHttp

  constructor(http: DigestHttp) {
    this.#http = http
  }

  /** Reads one instance. @throws WsmanError, HttpError, or the signal's reason */
  get(className: string, signal: AbortSignal, selectors: Selectors = {}): Promise<XmlElement> {
    return this.#ask({ action: actions.get, className, selectors }, true, signal)
  }

  /** Replaces one instance by properties in the order in which the device gave them. */
  async put(
    className: string,
    properties: readonly XmlElement[],
    signal: AbortSignal,
    selectors: Selectors = {},
  ): Promise<void> {
    const body = [xml(`r:${className}`, properties.map(prefixed))]
    await this.#ask({ action: actions.put, className, selectors, body }, false, signal)
  }

  /** All instances of a class. */
  async enumerate(className: string, signal: AbortSignal): Promise<XmlElement[]> {
    const start = xml('n:Enumerate')
    let context = textAt(
      await this.#ask({ action: actions.enumerate, className, body: [start] }, true, signal),
      'EnumerationContext',
    )
    const items: XmlElement[] = []
    for (let pulls = 0; context !== ''; pulls += 1) {
      if (pulls >= maxPulls || items.length > maxItems)
        throw new WsmanError('protocol_error', msg`The list of ${className} has no end`)
      const pull = xml('n:Pull', [
        xml('n:EnumerationContext', context),
        xml('n:MaxElements', 999),
        xml('n:MaxCharacters', 99999),
      ])
      const answer = await this.#ask({ action: actions.pull, className, body: [pull] }, false, signal)
      items.push(...(child(answer, 'Items')?.children ?? []))
      context = child(answer, 'EndOfSequence') ? '' : textAt(answer, 'EnumerationContext')
    }
    return items
  }

  /**
   * Calls a method of an instance.
   *
   * @returns its output; a method that answers another ReturnValue than 0 has failed
   * @throws WsmanError `fault` then too, `code` is the number
   */
  async invoke(
    className: string,
    method: string,
    input: readonly XmlElement[],
    signal: AbortSignal,
    options: { selectors?: Selectors; repeatable?: boolean } = {},
  ): Promise<XmlElement> {
    const { selectors = {}, repeatable = false } = options
    const body = [xml(`r:${method}_INPUT`, input)]
    const message = { action: `${classUri(className)}/${method}`, className, selectors, body }
    const output = await this.#ask(message, repeatable, signal)
    const code = textAt(output, 'ReturnValue')
    if (!/^\d{1,10}$/.test(code)) throw new WsmanError('protocol_error', msg`${method} answers without a return value`)
    if (code !== '0') throw new WsmanError('fault', returnValues[code] ?? msg`${method} answers ${code}`, { code })
    return output
  }

  async #ask(message: Message, repeatable: boolean, signal: AbortSignal): Promise<XmlElement> {
    const headers = { 'content-type': 'application/soap+xml;charset=UTF-8' }
    const question = { method: 'POST', path, headers, body: envelope(message), repeatable } as const
    const { status, body } = await this.#http.request(question, signal)
    // Faults come with 400 or 500 and say more than the status.
    if (body.length === 0 || ![200, 400, 500].includes(status))
      throw new WsmanError('protocol_error', msg`The device answers ${path} with HTTP status ${status}`)
    return openEnvelope(body.toString())
  }
}

// PT_STATUS of Intel AMT and the return values of CIM methods, as far as they tell something.
const returnValues: Record<string, Text> = {
  '1': msg`the controller had an internal error`,
  '2': msg`the controller is not ready, or the state of the server does not allow this`,
  '5': msg`a parameter is not accepted`,
  '16': msg`this user is not allowed to do this`,
  '36': msg`the controller does not support this`,
  '2066': msg`redirection is turned off in the firmware`,
}

function prefixed({ name, attributes, children, text }: XmlElement): XmlElement {
  const nil = attributes.nil === 'true'
  return xml(`r:${name}`, nil || children.length > 0 ? children.map(prefixed) : text)
}

/** Numbers of a property, NaN when it has none. */
export const numberAt = (element: XmlElement | undefined, name: string): number => {
  const text = textAt(element, name)
  return /^-?\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** Texts of a property that may occur several times. */
export const textsAt = (element: XmlElement, name: string): string[] =>
  childrenOf(element, name).map((each) => each.text)
