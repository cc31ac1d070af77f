import { controllerKinds } from '../../../domain/ipmi/kinds.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { PinnedHttp } from '../../../protocols/pinned-http/client.ts'
import { Pin } from '../../../protocols/pinned-http/socket.ts'
import { RedfishClient } from '../../../protocols/redfish/client.ts'
import { clearEvents, readEvents } from '../../../protocols/redfish/logs.ts'
import { readSensors } from '../../../protocols/redfish/sensors.ts'
import {
  type BootTarget,
  hardware,
  type ResetType,
  readSystem,
  reset,
  setBoot,
  setLight,
} from '../../../protocols/redfish/system.ts'
import { type Resource, text } from '../../../protocols/redfish/values.ts'
import { ejectImage, insertedImage, insertImage } from '../../../protocols/redfish/virtual-media.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
import { msg } from '../../../shared/text.ts'
import type {
  BmcBoot,
  BmcConnection,
  BmcEvent,
  BmcInventory,
  BmcPower,
  BmcPowerAction,
  BmcSensor,
  BmcTarget,
} from '../types.ts'
import { checkTarget, numberEvents, routeOptions, WebLink } from '../web-link.ts'
import { toSensors } from './sensors.ts'

const signOutMs = 2_000

// The first that the system offers is taken.
const resets: Record<BmcPowerAction, readonly [ResetType, ...ResetType[]]> = {
  on: ['On', 'ForceOn'],
  off: ['ForceOff'],
  soft: ['GracefulShutdown', 'PushPowerButton'],
  reset: ['ForceRestart'],
  cycle: ['PowerCycle', 'ForceRestart'],
}

const targets: Partial<Record<BmcBoot['device'], BootTarget>> = {
  none: 'None',
  pxe: 'Pxe',
  disk: 'Hdd',
  cdrom: 'Cd',
  setup: 'BiosSetup',
  diagnostic: 'Diags',
  floppy: 'Floppy',
}

function powerOf(system: Resource): BmcPower {
  const state = text(system, 'PowerState')
  // A server that is changing state is in the new state only once it has arrived there.
  return state === 'On' ? 'on' : state === 'Off' ? 'off' : 'unknown'
}

/** A controller with Redfish, always over TLS. */
export class RedfishBmc implements BmcConnection {
  readonly #link: WebLink
  readonly #pin: Pin
  readonly #http: PinnedHttp
  readonly #client: RedfishClient

  /** @throws PanelError refused for a target that cannot be used */
  constructor(target: BmcTarget) {
    checkTarget(target)
    const { address, username, password } = target
    const port = target.port ?? controllerKinds.redfish.port
    this.#link = new WebLink('Redfish', address, port)
    this.#pin = new Pin(target.identity ?? null)
    this.#http = new PinnedHttp(
      { address, port, tls: true, pin: this.#pin, ...routeOptions(target) },
      { answerMs: 30_000 },
    )
    this.#client = new RedfishClient(this.#http, { username, password })
  }

  /** Of the certificate, given or learned; null before the first connection. */
  get fingerprint(): string | null {
    return this.#pin.fingerprint
  }

  /** Ends the session on the device too: devices have few of them. */
  async close(): Promise<void> {
    await this.#client.signOut(AbortSignal.timeout(signOutMs)).catch(() => {})
    this.#http.close()
  }

  /** The certificate's fingerprint, after a sign-in. */
  async identity(signal: AbortSignal): Promise<string | null> {
    await this.power(signal)
    return this.#pin.fingerprint
  }

  power(signal: AbortSignal): Promise<BmcPower> {
    return this.#link.run(async () => powerOf(await readSystem(this.#client, signal)))
  }

  setPower(action: BmcPowerAction, signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      const system = await readSystem(this.#client, signal)
      await this.#link.power(action, powerOf(system), () => reset(this.#client, system, resets[action], signal))
    })
  }

  setBoot({ device, persistent, uefi }: BmcBoot, signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      const target = targets[device]
      if (!target) throw this.#link.rejected((name) => msg`${name} cannot boot from "${device}"`, 'device')
      const system = await readSystem(this.#client, signal)
      await setBoot(this.#client, system, { target, once: !persistent, efi: uefi }, signal)
    })
  }

  /** Redfish knows no time for its light. */
  identify(seconds: number | 'on', signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      if (seconds !== 'on' && seconds !== 0)
        throw this.#link.rejected(
          (name) => msg`${name} cannot turn its locator LED on for a limited time: turn it on, and off again`,
          'seconds',
        )
      await setLight(this.#client, await readSystem(this.#client, signal), seconds === 'on', signal)
    })
  }

  sensors(signal: AbortSignal): Promise<BmcSensor[]> {
    return this.#link.run(async () =>
      toSensors(await readSensors(this.#client, await readSystem(this.#client, signal), signal)),
    )
  }

  events(signal: AbortSignal, after?: number): Promise<BmcEvent[]> {
    return this.#link.run(async () => {
      const events = await readEvents(this.#client, await readSystem(this.#client, signal), signal)
      const told = events.map(({ created, message, sensor, severity }): Omit<BmcEvent, 'id'> => {
        const time = new Date(created)
        return {
          time: Number.isNaN(time.getTime()) ? null : time,
          sensor: cleanText(sensor, 100),
          words: cleanText(message || sensor, 500),
          asserted: true,
          severity: severity === 'Critical' ? 'critical' : severity === 'Warning' ? 'warning' : 'ok',
        }
      })
      return numberEvents(told, after)
    })
  }

  clearEvents(signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      await clearEvents(this.#client, await readSystem(this.#client, signal), signal)
    })
  }

  inventory(signal: AbortSignal): Promise<BmcInventory> {
    return this.#link.run(async () => {
      const found = hardware(await readSystem(this.#client, signal))
      return {
        manufacturer: cleanText(found.manufacturer),
        model: cleanText(found.model),
        part: cleanText(found.part),
        serial: cleanText(found.serial),
        asset: cleanText(found.asset),
        board: { manufacturer: '', product: '', part: '', serial: '', manufactured: null },
        chassis: { part: '', serial: '' },
      }
    })
  }

  /** Serial ports are no part of Redfish: controllers give them over IPMI or SSH. */
  async sol(): Promise<never> {
    throw this.#link.rejected((name) => msg`${name} has no serial console over Redfish. Use IPMI`)
  }

  /** The URL of the image in the virtual drive, or null. */
  media(signal: AbortSignal): Promise<string | null> {
    return this.#link.run(async () => {
      const image = await insertedImage(this.#client, await readSystem(this.#client, signal), signal)
      return image === null ? null : cleanText(image, 500)
    })
  }

  /** Puts an image into the virtual drive, in the place of another. @throws PanelError refused for what is no web address */
  async insertMedia(url: string, signal: AbortSignal): Promise<void> {
    const { protocol = '', username = '' } = URL.canParse(url) ? new URL(url) : {}
    if (!['http:', 'https:'].includes(protocol) || username !== '')
      throw refused(msg`An image needs an http or https address`, 'url')
    await this.#link.change(signal, async () => {
      await insertImage(this.#client, await readSystem(this.#client, signal), url, signal)
    })
  }

  ejectMedia(signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      await ejectImage(this.#client, await readSystem(this.#client, signal), signal)
    })
  }
}
