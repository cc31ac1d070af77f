import { PanelError } from '../../../domain/shared/errors.ts'
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
} from '../../../protocols/redfish/system.ts'
import { part, type Resource, text } from '../../../protocols/redfish/values.ts'
import { ejectImage, insertedImage, insertImage } from '../../../protocols/redfish/virtual-media.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
import type {
  ControllerBoot,
  ControllerEvent,
  ControllerInventory,
  ControllerPower,
  ControllerPowerAction,
  ControllerSensor,
  WebController,
  WebControllerTarget,
} from '../controller.ts'
import { checkTarget, WebLink } from '../web-link.ts'

const usualPort = 443
const signOutMs = 2_000

// The first that the system offers is taken.
const resets: Record<ControllerPowerAction, readonly [ResetType, ...ResetType[]]> = {
  on: ['On'],
  off: ['ForceOff'],
  soft: ['GracefulShutdown', 'PushPowerButton'],
  reset: ['ForceRestart'],
  cycle: ['PowerCycle', 'ForceRestart'],
}

const targets: Record<ControllerBoot['device'], BootTarget> = {
  none: 'None',
  pxe: 'Pxe',
  disk: 'Hdd',
  cdrom: 'Cd',
  bios: 'BiosSetup',
}

const severities: Record<string, ControllerEvent['severity']> = { Warning: 'warning', Critical: 'critical' }

function powerOf(system: Resource): ControllerPower {
  const state = text(system, 'PowerState')
  // A machine on its way is where it is going only when it has arrived.
  return state === 'On' ? 'on' : state === 'Off' ? 'off' : 'unknown'
}

/** A controller with Redfish, always over TLS. */
export class RedfishController implements WebController {
  readonly #link: WebLink
  readonly #pin: Pin
  readonly #http: PinnedHttp
  readonly #client: RedfishClient

  /** @throws PanelError refused for a target that cannot be used */
  constructor(target: WebControllerTarget) {
    checkTarget(target)
    const { address, username, password } = target
    const port = target.port ?? usualPort
    this.#link = new WebLink('Redfish', address, port)
    this.#pin = new Pin(target.fingerprint)
    this.#http = new PinnedHttp({ address, port, tls: true, pin: this.#pin }, { answerMs: 30_000 })
    this.#client = new RedfishClient(this.#http, { username, password })
  }

  get fingerprint(): string | null {
    return this.#pin.fingerprint
  }

  /** Ends the session on the device too, in the background: devices have few of them. */
  close(): void {
    this.#client
      .signOut(AbortSignal.timeout(signOutMs))
      .catch(() => {})
      .finally(() => this.#http.close())
  }

  readPower(signal: AbortSignal): Promise<ControllerPower> {
    return this.#link.run(async () => powerOf(await readSystem(this.#client, signal)))
  }

  setPower(action: ControllerPowerAction, signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      let system: Resource = {}
      const read = async () => {
        system = await readSystem(this.#client, signal)
        return powerOf(system)
      }
      const send = async () => void (await reset(this.#client, system, resets[action], signal))
      await this.#link.power(action, read, send, signal)
    })
  }

  setBoot({ device, once, efi }: ControllerBoot, signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      const system = await readSystem(this.#client, signal)
      await setBoot(this.#client, system, { target: targets[device], once, efi }, signal)
    })
  }

  readSensors(signal: AbortSignal): Promise<ControllerSensor[]> {
    return this.#link.run(async () => {
      const readings = await readSensors(this.#client, await readSystem(this.#client, signal), signal)
      return readings.map((each) => ({ ...each, name: cleanText(each.name, 100), unit: cleanText(each.unit, 16) }))
    })
  }

  readEvents(signal: AbortSignal): Promise<ControllerEvent[]> {
    return this.#link.run(async () => {
      const events = await readEvents(this.#client, await readSystem(this.#client, signal), signal)
      return events.map(({ id, created, severity, message, sensor }) => {
        const at = new Date(created)
        return {
          id: cleanText(id, 64),
          at: Number.isNaN(at.getTime()) ? null : at,
          severity: severities[severity] ?? 'info',
          text: cleanText(message || sensor, 500),
        }
      })
    })
  }

  clearEvents(signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      await clearEvents(this.#client, await readSystem(this.#client, signal), signal)
    })
  }

  readInventory(signal: AbortSignal): Promise<ControllerInventory> {
    return this.#link.run(async () => {
      const system = await readSystem(this.#client, signal)
      const found = hardware(system)
      const [manager] = await this.#client.follow(part(system, 'Links'), 'ManagedBy', signal, 1)
      return {
        manufacturer: cleanText(found.manufacturer),
        model: cleanText(found.model),
        serial: cleanText(found.serial),
        uuid: cleanText(found.uuid, 64),
        bios: cleanText(found.bios),
        firmware: manager ? cleanText(text(manager, 'FirmwareVersion')) : '',
        processors: found.processors,
        memory_mib: found.memory_gib === null ? null : Math.round(found.memory_gib * 1024),
      }
    })
  }

  /** Serial ports are no part of Redfish: controllers give them over IPMI or SSH. */
  async serial(): Promise<null> {
    return null
  }

  /** The URL of the image in the virtual drive, or null. */
  readMedia(signal: AbortSignal): Promise<string | null> {
    return this.#link.run(async () => {
      const image = await insertedImage(this.#client, await readSystem(this.#client, signal), signal)
      return image === null ? null : cleanText(image, 500)
    })
  }

  /** Puts an image into the virtual drive, in the place of another. @throws PanelError refused for what is no web address */
  async insertMedia(url: string, signal: AbortSignal): Promise<void> {
    const { protocol = '', username = '' } = URL.canParse(url) ? new URL(url) : {}
    if (!['http:', 'https:'].includes(protocol) || username !== '')
      throw new PanelError('refused', 'An image is given by its http or https address', { value: 'url' })
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
