import type { Duplex } from 'node:stream'
import { controllerKinds } from '../../../domain/ipmi/kinds.ts'
import { openKvm, openSol } from '../../../protocols/amt-redirection/open.ts'
import { PinnedHttp } from '../../../protocols/pinned-http/client.ts'
import { DigestHttp } from '../../../protocols/pinned-http/digest.ts'
import { Pin, type PinnedTarget } from '../../../protocols/pinned-http/socket.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
import type { AmtBootDevice } from '../../../protocols/wsman/amt/boot.ts'
import { setNextBoot } from '../../../protocols/wsman/amt/boot.ts'
import { clearEventLog, eventText, readEventLog } from '../../../protocols/wsman/amt/event-log.ts'
import { readInventory } from '../../../protocols/wsman/amt/inventory.ts'
import { powerState, readPowerState, requestPowerState } from '../../../protocols/wsman/amt/power.ts'
import { enableSol, readRedirection } from '../../../protocols/wsman/amt/settings.ts'
import { WsmanClient } from '../../../protocols/wsman/client.ts'
import { msg } from '../../../shared/text.ts'
import type {
  BmcBoot,
  BmcConnection,
  BmcConsole,
  BmcEvent,
  BmcInventory,
  BmcPower,
  BmcPowerAction,
  BmcSensor,
  BmcTarget,
} from '../types.ts'
import { checkTarget, numberEvents, routeOptions, WebLink } from '../web-link.ts'

const plainPort = 16_992

const commands: Record<BmcPowerAction, number> = {
  on: powerState.on,
  off: powerState.off,
  soft: powerState.gracefulOff,
  reset: powerState.reset,
  cycle: powerState.cycle,
}

const bootDevices: Partial<Record<BmcBoot['device'], AmtBootDevice>> = {
  none: 'none',
  pxe: 'pxe',
  disk: 'disk',
  cdrom: 'cdrom',
  setup: 'bios',
  diagnostic: 'diagnostic',
}

/** Sleeping servers still have power; unknown states are not treated as off. */
function powerOf(state: number): BmcPower {
  if ([2, 3, 4].includes(state)) return 'on'
  return [6, 7, 8, 13].includes(state) ? 'off' : 'unknown'
}

/** A controller with Intel AMT: port 16993 with TLS, or 16992 without when the target says so. */
export class AmtBmc implements BmcConnection {
  readonly #target: BmcTarget
  readonly #link: WebLink
  readonly #pin: Pin
  readonly #http: PinnedHttp
  readonly #client: WsmanClient
  readonly #redirection: PinnedTarget

  /**
   * @param ports where ports are not the usual ones: whether they encrypt, and the one of redirection
   * @throws PanelError refused for a target that cannot be used
   */
  constructor(target: BmcTarget, ports: { tls?: boolean; redirection?: number } = {}) {
    checkTarget(target)
    const { address, username, password, identity } = target
    const port = target.port ?? controllerKinds.amt.port
    const tls = ports.tls ?? port !== plainPort
    this.#target = target
    this.#link = new WebLink('AMT', address, port)
    this.#pin = new Pin(identity ?? null)
    // Firmware before AMT 11.8 has nothing newer than TLS 1.1.
    const base = { address, tls, pin: this.#pin, oldTls: true, ...routeOptions(target) }
    this.#http = new PinnedHttp({ ...base, port }, { maxBody: 1 << 20 })
    this.#client = new WsmanClient(new DigestHttp(this.#http, username, password))
    this.#redirection = { ...base, port: ports.redirection ?? port + 2 }
  }

  /** Of the certificate, given or learned; null before the first connection and without TLS. */
  get fingerprint(): string | null {
    return this.#pin.fingerprint
  }

  async close(): Promise<void> {
    this.#http.close()
  }

  /** Signs in, so that it is the certificate of the device that accepted the password; null without TLS. */
  async identity(signal: AbortSignal): Promise<string | null> {
    await this.power(signal)
    return this.#pin.fingerprint
  }

  power(signal: AbortSignal): Promise<BmcPower> {
    return this.#link.run(async () => powerOf(await readPowerState(this.#client, signal)))
  }

  setPower(action: BmcPowerAction, signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      const before = powerOf(await readPowerState(this.#client, signal))
      await this.#link.power(action, before, () => requestPowerState(this.#client, commands[action], signal))
    })
  }

  /** AMT knows only the next boot, and takes the mode from the firmware's own setting: `uefi` is not heeded. */
  setBoot({ device, persistent }: BmcBoot, signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      const wanted = bootDevices[device]
      if (!wanted) throw this.#link.rejected((name) => msg`${name} cannot boot from "${device}"`, 'device')
      if (persistent && device !== 'none')
        throw this.#link.rejected(
          (name) => msg`${name} can set the next boot only, not a permanent order`,
          'persistent',
        )
      await setNextBoot(this.#client, wanted, signal)
    })
  }

  async identify(): Promise<never> {
    throw this.#link.rejected((name) => msg`${name} has no locator LED`)
  }

  /** AMT has no sensors to read. */
  async sensors(): Promise<BmcSensor[]> {
    return []
  }

  events(signal: AbortSignal, after?: number): Promise<BmcEvent[]> {
    return this.#link.run(async () => {
      const events = (await readEventLog(this.#client, signal)).map(
        (event): Omit<BmcEvent, 'id'> => ({
          time: event.time_s === 0 || event.time_s === 0xffffffff ? null : new Date(event.time_s * 1_000),
          sensor: `#${event.sensorNumber}`,
          words: eventText(event),
          // The top bit of an event type says that a state ended (IPMI 2.0, 29.7).
          asserted: (event.eventType & 0x80) === 0,
          severity: event.severity >= 16 ? 'critical' : event.severity === 8 ? 'warning' : 'ok',
        }),
      )
      return numberEvents(events, after)
    })
  }

  clearEvents(signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, () => clearEventLog(this.#client, signal))
  }

  inventory(signal: AbortSignal): Promise<BmcInventory> {
    return this.#link.run(async () => {
      const { manufacturer, model, serial, board } = await readInventory(this.#client, signal)
      return {
        manufacturer: cleanText(manufacturer),
        model: cleanText(model),
        part: '',
        serial: cleanText(serial),
        asset: '',
        board: {
          manufacturer: cleanText(board.manufacturer),
          product: cleanText(board.model),
          part: '',
          serial: cleanText(board.serial),
          manufactured: null,
        },
        chassis: { part: '', serial: cleanText(serial) },
      }
    })
  }

  /** A session of another client cannot be taken over: AMT keeps it to its end, whatever `takeOver` is. */
  sol(_options: { takeOver: boolean }, signal: AbortSignal): Promise<BmcConsole> {
    return this.#link.run(async () => {
      const stream = await openSol(this.#redirection, this.#target, signal, this.#link.consoleMessages)
      const sendBreak = async () => {
        throw this.#link.rejected((name) => msg`${name} does not support the break signal`)
      }
      return Object.assign(stream, { sendBreak })
    })
  }

  /** Screen and keyboard: RFB follows on the stream. Like the serial port it is for one at a time, and cannot be taken over. */
  screen(signal: AbortSignal): Promise<Duplex> {
    return this.#link.screen(() => openKvm(this.#redirection, this.#target, signal))
  }

  /** Whether the firmware lets the serial port be opened. */
  async serialEnabled(signal: AbortSignal): Promise<boolean> {
    const { listening, sol } = await this.#link.run(() => readRedirection(this.#client, signal))
    return listening && sol
  }

  enableSerial(signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, () => enableSol(this.#client, signal))
  }
}
