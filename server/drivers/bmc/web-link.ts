import { isIP } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { PanelError } from '../../domain/shared/errors.ts'
import { RedirectionError } from '../../protocols/amt-redirection/errors.ts'
import { HttpError } from '../../protocols/pinned-http/errors.ts'
import { RedfishError } from '../../protocols/redfish/errors.ts'
import { cleanText } from '../../protocols/snmp/values.ts'
import { WsmanError } from '../../protocols/wsman/errors.ts'
import { inTurn } from '../turns.ts'
import type { ControllerPower, ControllerPowerAction, WebControllerTarget } from './controller.ts'

// Machines need seconds to lose or gain their power after the controller has said yes.
const settleMs = 30_000
const settleStepMs = 500

const refuse = (words: string, value: string) => new PanelError('refused', words, { value })

/** @throws PanelError refused, `value` names the field */
export function checkTarget({ address, port, username, fingerprint }: WebControllerTarget): void {
  if (isIP(address) === 0) throw refuse(`"${address}" is not an IP address`, 'ip')
  if (port !== null && !(Number.isInteger(port) && port > 0 && port < 65_536)) throw refuse('This is no port', 'port')
  if (username === '') throw refuse('The controller needs a user name', 'username')
  if (fingerprint !== null && !/^([0-9a-f]{2}:?){31}[0-9a-f]{2}$/i.test(fingerprint))
    throw refuse('This is no SHA-256 fingerprint of a certificate', 'fingerprint')
}

/** Tells failures of the protocols in words, and keeps changes of one device apart. */
export class WebLink {
  readonly #name: string
  readonly #what: string
  readonly #key: string

  /** @param what the protocol in the words of messages: `AMT` */
  constructor(what: string, address: string, port: number) {
    this.#what = what
    this.#name = `The controller at ${address}`
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

  /** The same for changes: one after the other on one device. */
  change<T>(signal: AbortSignal, act: () => Promise<T>): Promise<T> {
    return inTurn(this.#key, signal, () => this.run(act))
  }

  rejected(words: string, value = ''): PanelError {
    return new PanelError('device_rejected', `${this.#name} ${words}`, { value })
  }

  /** Power by the rules all controllers share: nothing is sent for what already is, and a machine that is off is not reset. */
  async power(
    action: ControllerPowerAction,
    read: () => Promise<ControllerPower>,
    send: () => Promise<void>,
    signal: AbortSignal,
  ): Promise<void> {
    const before = await read()
    if (before === action || (before === 'off' && action === 'soft')) return
    if (before === 'off' && action !== 'on')
      throw this.rejected('cannot restart a machine that is off. Switch it on', 'power')
    await send()
    if (action !== 'on' && action !== 'off') return
    const limit = Date.now() + settleMs
    while ((await read()) !== action) {
      if (Date.now() > limit)
        throw this.rejected(`took the command, but the machine is not ${action} after ${settleMs / 1000} s`, 'power')
      await pause(settleStepMs, undefined, { signal })
    }
  }

  #words(error: unknown): unknown {
    if (error instanceof HttpError) return this.#httpWords(error)
    const detail = { cause: error }
    if (error instanceof RedirectionError) {
      const code = error.kind === 'timeout' || error.kind === 'lost' ? 'device_unreachable' : 'device_rejected'
      return new PanelError(code, `${this.#name} does not open the console: ${cleanText(error.message)}`, detail)
    }
    if (!(error instanceof WsmanError || error instanceof RedfishError)) return error
    const says = cleanText(error.message)
    if (error.kind === 'nonsense')
      return new PanelError('device_rejected', `${this.#name} gives unusable answers to ${this.#what}: ${says}`, detail)
    if (error.kind === 'fault' && error.code === 'AccessDenied')
      return new PanelError('device_rejected', `${this.#name} does not let this user do that`, detail)
    return new PanelError('device_rejected', `${this.#name} refuses: ${says}`, detail)
  }

  #httpWords(error: HttpError): PanelError {
    const detail = { cause: error }
    const says = cleanText(error.message)
    switch (error.kind) {
      case 'timeout':
        return new PanelError(
          'device_unreachable',
          `${this.#name} does not answer over ${this.#what}. Check that it is reachable from here and that ${this.#what} is switched on`,
          detail,
        )
      case 'unreachable':
      case 'lost':
        return new PanelError(
          'device_unreachable',
          `${this.#name} cannot be reached over ${this.#what}: ${says}`,
          detail,
        )
      case 'certificate':
        return new PanelError(
          'device_rejected',
          `${this.#name} is not the one that was trusted: ${says}. Nothing was sent to it. If its certificate was renewed on purpose, trust the new one; if not, somebody may stand between`,
          { ...detail, value: 'fingerprint' },
        )
      case 'auth':
        return new PanelError('device_rejected', `${this.#name} refuses this user name and password`, {
          ...detail,
          value: 'password',
        })
      case 'too_much':
      case 'nonsense':
        return new PanelError(
          'device_rejected',
          `${this.#name} gives unusable answers to ${this.#what}: ${says}`,
          detail,
        )
    }
  }
}
