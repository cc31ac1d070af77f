import type { Duplex } from 'node:stream'
import { openKvm, openSol } from '../../../protocols/amt-redirection/open.ts'
import { PinnedHttp } from '../../../protocols/pinned-http/client.ts'
import { DigestHttp } from '../../../protocols/pinned-http/digest.ts'
import { Pin } from '../../../protocols/pinned-http/socket.ts'
import { cleanText } from '../../../protocols/snmp/values.ts'
import { setNextBoot } from '../../../protocols/wsman/amt/boot.ts'
import { clearEventLog, eventWords, readEventLog } from '../../../protocols/wsman/amt/event-log.ts'
import { readInventory } from '../../../protocols/wsman/amt/inventory.ts'
import { powerState, readPowerState, requestPowerState } from '../../../protocols/wsman/amt/power.ts'
import { enableSol, readRedirection } from '../../../protocols/wsman/amt/settings.ts'
import { WsmanClient } from '../../../protocols/wsman/client.ts'
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

const plainPort = 16_992
const tlsPort = 16_993

const commands: Record<ControllerPowerAction, number> = {
  on: powerState.on,
  off: powerState.off,
  soft: powerState.gracefulOff,
  reset: powerState.reset,
  cycle: powerState.cycle,
}

/** Machines that sleep still have power; everything that is not known is not off. */
function powerOf(state: number): ControllerPower {
  if ([2, 3, 4].includes(state)) return 'on'
  return [6, 7, 8, 13].includes(state) ? 'off' : 'unknown'
}

const severity = (value: number) => (value >= 16 ? 'critical' : value === 8 ? 'warning' : 'info')

/** A controller with Intel AMT: port 16993 with TLS, or 16992 without when the target says so. */
export class AmtController implements WebController {
  readonly #target: WebControllerTarget
  readonly #link: WebLink
  readonly #pin: Pin
  readonly #http: PinnedHttp
  readonly #client: WsmanClient
  readonly #redirection: { address: string; port: number; tls: boolean; pin: Pin; oldTls: boolean }

  /**
   * @param ports where ports are not the usual ones: whether they encrypt, and the one of redirection
   * @throws PanelError refused for a target that cannot be used
   */
  constructor(target: WebControllerTarget, ports: { tls?: boolean; redirection?: number } = {}) {
    checkTarget(target)
    const { address, username, password, fingerprint } = target
    const port = target.port ?? tlsPort
    const tls = ports.tls ?? port !== plainPort
    this.#target = target
    this.#link = new WebLink('AMT', address, port)
    this.#pin = new Pin(fingerprint)
    // Firmware before AMT 11.8 has nothing newer than TLS 1.1.
    const way = { address, tls, pin: this.#pin, oldTls: true }
    this.#http = new PinnedHttp({ ...way, port }, { maxBody: 1 << 20 })
    this.#client = new WsmanClient(new DigestHttp(this.#http, username, password))
    this.#redirection = { ...way, port: ports.redirection ?? port + 2 }
  }

  get fingerprint(): string | null {
    return this.#pin.fingerprint
  }

  close(): void {
    this.#http.close()
  }

  readPower(signal: AbortSignal): Promise<ControllerPower> {
    return this.#link.run(async () => powerOf(await readPowerState(this.#client, signal)))
  }

  setPower(action: ControllerPowerAction, signal: AbortSignal): Promise<void> {
    const read = async () => powerOf(await readPowerState(this.#client, signal))
    const send = () => requestPowerState(this.#client, commands[action], signal)
    return this.#link.change(signal, () => this.#link.power(action, read, send, signal))
  }

  /** AMT knows only the next boot, and takes the mode from the firmware's own setting: `efi` is not heeded. */
  setBoot({ device, once }: ControllerBoot, signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, async () => {
      if (!once && device !== 'none') throw this.#link.rejected('sets only the next boot, not a lasting order', 'once')
      await setNextBoot(this.#client, device, signal)
    })
  }

  /** AMT has no sensors to read. */
  async readSensors(): Promise<ControllerSensor[]> {
    return []
  }

  readEvents(signal: AbortSignal): Promise<ControllerEvent[]> {
    return this.#link.run(async () =>
      (await readEventLog(this.#client, signal)).map((event, index) => ({
        id: String(index + 1),
        at: event.time_s === 0 || event.time_s === 0xffffffff ? null : new Date(event.time_s * 1000),
        severity: severity(event.severity),
        text: eventWords(event),
      })),
    )
  }

  clearEvents(signal: AbortSignal): Promise<void> {
    return this.#link.change(signal, () => clearEventLog(this.#client, signal))
  }

  readInventory(signal: AbortSignal): Promise<ControllerInventory> {
    return this.#link.run(async () => {
      const found = await readInventory(this.#client, signal)
      const bytes = found.memory.reduce((sum, each) => sum + each.bytes, 0)
      return {
        manufacturer: cleanText(found.manufacturer),
        model: cleanText(found.model),
        serial: cleanText(found.serial),
        uuid: found.uuid,
        bios: cleanText(found.bios),
        firmware: cleanText(found.firmware),
        processors: found.processors.length || null,
        memory_mib: bytes > 0 ? Math.round(bytes / (1 << 20)) : null,
      }
    })
  }

  serial(signal: AbortSignal): Promise<Duplex> {
    return this.#link.run(() => openSol(this.#redirection, this.#target, signal))
  }

  /** Screen and keyboard: RFB follows on the stream. */
  screen(signal: AbortSignal): Promise<Duplex> {
    return this.#link.run(() => openKvm(this.#redirection, this.#target, signal))
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
