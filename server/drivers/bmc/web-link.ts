import { isIP } from 'node:net'
import { deviceRejected, deviceUnreachable, PanelError, refused } from '../../domain/shared/errors.ts'
import { RedirectionError } from '../../protocols/amt-redirection/errors.ts'
import { HttpError } from '../../protocols/pinned-http/errors.ts'
import { RedfishError } from '../../protocols/redfish/errors.ts'
import { cleaned } from '../../protocols/snmp/values.ts'
import { WsmanError } from '../../protocols/wsman/errors.ts'
import { inQueue } from '../../shared/queue.ts'
import { msg, type Text } from '../../shared/text.ts'
import { deviceNames } from '../device-messages.ts'
import { type BmcEvent, type BmcPower, type BmcPowerAction, type BmcTarget, SCREEN_BUSY } from './types.ts'

/** @throws PanelError refused, `value` names the field */
export function checkTarget({ address, port, username, identity }: BmcTarget): void {
  if (isIP(address) === 0) throw refused(msg`"${address}" is not an address`, 'address')
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536))
    throw refused(msg`This is not a port`, 'port')
  if (username === '') throw refused(msg`The controller needs a user name`, 'username')
  if (identity != null && !/^([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i.test(identity))
    throw refused(msg`The pinned identity is not the SHA-256 fingerprint of a certificate`, 'identity')
}

/** What a connection has to know of the way there. */
export const routeOptions = ({ route }: BmcTarget) => (route ? { connect: route.tcp.bind(route) } : {})

const isRefused = ({ cause }: Error) => cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'

/** Tells failures of the protocols in words, and keeps changes of one device apart. */
export class WebLink {
  readonly #name: Text
  readonly #what: string
  readonly #key: string

  /** @param what the protocol in the words of messages: `AMT` */
  constructor(what: string, address: string, port: number) {
    this.#what = what
    this.#name = deviceNames.controller.at(address)
    this.#key = `${address}:${port}`
  }

  /** @throws PanelError, or the signal's reason */
  async run<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      throw this.#words(error)
    }
  }

  /** The same for what opens the screen. */
  async screen<T>(act: () => Promise<T>): Promise<T> {
    try {
      return await act()
    } catch (error) {
      throw error instanceof RedirectionError ? this.#screenMessages(error) : this.#words(error)
    }
  }

  /** The same for changes: one after the other on one device. */
  change<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    return inQueue(this.#key, signal, () => this.run(act))
  }

  rejected(say: (name: Text) => Text, value = ''): PanelError {
    return deviceRejected(say(this.#name), value)
  }

  /**
   * Sends nothing for a state already reached, which some treat as an error, and no restart to a server that is off.
   */
  async power(action: BmcPowerAction, before: BmcPower, send: () => Promise<unknown>): Promise<void> {
    if (before === action || (before === 'off' && action === 'soft')) return
    if (before === 'off' && action !== 'on')
      throw this.rejected((name) => msg`${name} cannot restart a server that is off. Start it`, 'power')
    await send()
  }

  /** Why an open console ended. */
  readonly consoleMessages = (error: RedirectionError): PanelError => {
    const code = error.kind === 'protocol_error' ? 'device_rejected' : 'device_unreachable'
    return new PanelError(code, msg`${this.#name} closed its serial console: ${cleaned(error.text)}`, { cause: error })
  }

  #screenMessages(error: RedirectionError): PanelError {
    const detail = { cause: error }
    if (error.kind === 'busy')
      return deviceUnreachable(msg`${this.#name} has its screen in use; only one session can use it at a time`, {
        ...detail,
        value: SCREEN_BUSY,
      })
    if (error.kind === 'refused')
      return this.rejected(
        (name) =>
          msg`${name} does not offer its screen: there is none, or it is turned off in the settings of the controller`,
      )
    const code = ['timeout', 'lost'].includes(error.kind) ? 'device_unreachable' : 'device_rejected'
    return new PanelError(code, msg`${this.#name} did not open its screen: ${cleaned(error.text)}`, detail)
  }

  #words(error: unknown): unknown {
    if (error instanceof HttpError) return this.#httpMessages(error)
    const detail = { cause: error }
    if (error instanceof RedirectionError) {
      // Busy passes, like silence.
      const code = ['timeout', 'lost', 'busy'].includes(error.kind) ? 'device_unreachable' : 'device_rejected'
      return new PanelError(code, msg`${this.#name} did not open its serial console: ${cleaned(error.text)}`, detail)
    }
    if (!(error instanceof WsmanError || error instanceof RedfishError)) return error
    const says = cleaned(error.text)
    if (error.kind === 'protocol_error')
      return deviceRejected(msg`${this.#name} gives unusable answers to ${this.#what}: ${says}`, detail)
    if (error.kind === 'fault' && error.code === 'AccessDenied')
      return deviceRejected(msg`${this.#name} does not allow this user to do this`, detail)
    return deviceRejected(msg`${this.#name} rejected the request: ${says}`, detail)
  }

  #httpMessages(error: HttpError): PanelError {
    const detail = { cause: error }
    const says = cleaned(error.text)
    switch (error.kind) {
      case 'timeout':
        return deviceUnreachable(
          msg`${this.#name} does not answer over ${this.#what}. Check that the panel can reach it and that ${this.#what} is turned on`,
          detail,
        )
      case 'unreachable':
      case 'lost':
        if (isRefused(error))
          return deviceUnreachable(
            msg`${this.#name} does not accept ${this.#what} connections. Check address and port`,
            detail,
          )
        return deviceUnreachable(msg`${this.#name} cannot be reached over ${this.#what}: ${says}`, detail)
      case 'certificate':
        return deviceRejected(
          msg`The identity changed: ${this.#name} is not the trusted one, ${says}. Nothing was sent to it. If its certificate was renewed on purpose, trust the new one; otherwise the connection may be intercepted`,
          { ...detail, value: 'identity' },
        )
      case 'auth':
        return deviceRejected(msg`${this.#name} rejected the user name and password: check them`, {
          ...detail,
          value: 'password',
        })
      case 'limit_exceeded':
      case 'protocol_error':
        return deviceRejected(msg`${this.#name} gives unusable answers to ${this.#what}: ${says}`, detail)
    }
  }
}

const perSecond = 1_000

/**
 * Numbers events of logs that have no numbers which last: by the second they happened in and their place in it.
 *
 * @param newestFirst as the logs hand them out
 * @returns oldest first; what follows `after`, or all when that is gone
 */
export function numberEvents(newestFirst: readonly Omit<BmcEvent, 'id'>[], after?: number): BmcEvent[] {
  let second = -1
  let place = 0
  const events = newestFirst.toReversed().map((event): BmcEvent => {
    const now = Math.floor((event.time?.getTime() ?? 0) / 1_000)
    place = now === second ? place + 1 : 0
    second = now
    return { ...event, id: now * perSecond + Math.min(place, perSecond - 1) }
  })
  const known = after === undefined ? -1 : events.findIndex(({ id }) => id === after)
  return events.slice(known + 1)
}
