import { isIP } from 'node:net'
import { deviceUnreachable, refused } from '../../../domain/shared/errors.ts'
import { IpmiClient } from '../../../protocols/ipmi/client.ts'
import {
  chassisControl,
  chassisIdentify,
  chassisStatus,
  setBootFlags,
} from '../../../protocols/ipmi/commands/chassis.ts'
import { type Fru, readFru } from '../../../protocols/ipmi/commands/fru.ts'
import { clearSel, readSel } from '../../../protocols/ipmi/commands/sel.ts'
import { selText } from '../../../protocols/ipmi/commands/sensor-names.ts'
import type { SensorRecord } from '../../../protocols/ipmi/commands/sensor-record.ts'
import { listSensors, readSensor } from '../../../protocols/ipmi/commands/sensors.ts'
import { completion, hasCode, IpmiError } from '../../../protocols/ipmi/errors.ts'
import { type IpmiTarget, ipmiPort, openSession } from '../../../protocols/ipmi/open.ts'
import type { IpmiSession } from '../../../protocols/ipmi/session.ts'
import { SolStream } from '../../../protocols/ipmi/sol/stream.ts'
import { cipherSuite } from '../../../protocols/ipmi/suites.ts'
import { msg } from '../../../shared/text.ts'
import {
  type BmcBoot,
  type BmcConnection,
  type BmcEvent,
  type BmcInventory,
  type BmcPower,
  type BmcPowerAction,
  type BmcSensor,
  type BmcTarget,
  CONSOLE_BUSY,
} from '../types.ts'
import { asPanelError } from './messages.ts'
import { toSensor } from './sensors.ts'
import { severityOf } from './severity.ts'

function ipmiTarget({ address, port, username, password, cipher, identity, route }: BmcTarget): IpmiTarget {
  if (isIP(address) === 0) throw refused(msg`"${address}" is not an address`, 'address')
  if (cipher != null && !cipherSuite(cipher))
    throw refused(msg`Cipher suite ${cipher} is unknown or insecure`, 'cipher')
  if (identity != null && !/^[0-9a-f]{32}$/.test(identity))
    throw refused(msg`The pinned identity is not a GUID`, 'identity')
  return {
    address,
    port: port ?? ipmiPort,
    username,
    password,
    ...(cipher != null && { suites: [cipher] }),
    guid: identity == null ? null : Buffer.from(identity, 'hex'),
    ...(route && { wire: route.udp.bind(route) }),
  }
}

/** A controller over IPMI: one session for all requests, and one for each console. */
export class IpmiBmc implements BmcConnection {
  readonly #target: IpmiTarget
  readonly #client: IpmiClient
  /** The repository changes with the firmware only; a session's worth of reading it is spared. */
  #records: readonly SensorRecord[] | null = null

  constructor(target: BmcTarget) {
    this.#target = ipmiTarget(target)
    this.#client = new IpmiClient(this.#target)
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  identity(signal: AbortSignal): Promise<string | null> {
    return this.#use(async ({ guid }) => guid?.toString('hex') ?? null, signal)
  }

  power(signal: AbortSignal): Promise<BmcPower> {
    return this.#use(async (session) => {
      try {
        return (await chassisStatus(session, signal)).powerOn ? 'on' : 'off'
      } catch (error) {
        // It is there and will not say: being updated, or without a chassis of its own.
        if (hasCode(error, completion.unsupportedState, completion.unspecified, completion.busy)) return 'unknown'
        throw error
      }
    }, signal)
  }

  setPower(action: BmcPowerAction, signal: AbortSignal): Promise<void> {
    return this.#use((session) => chassisControl(session, action, signal), signal)
  }

  setBoot({ device, persistent, uefi }: BmcBoot, signal: AbortSignal): Promise<void> {
    return this.#use((session) => setBootFlags(session, { device, persistent, efi: uefi }, signal), signal)
  }

  identify(seconds: number | 'on', signal: AbortSignal): Promise<void> {
    return this.#use((session) => chassisIdentify(session, seconds, signal), signal)
  }

  sensors(signal: AbortSignal): Promise<BmcSensor[]> {
    return this.#use(async (session) => {
      this.#records ??= await listSensors(session, signal)
      const sensors: BmcSensor[] = []
      for (const record of this.#records) sensors.push(toSensor(await readSensor(session, record, signal)))
      return sensors
    }, signal)
  }

  events(signal: AbortSignal, after?: number): Promise<BmcEvent[]> {
    return this.#use(async (session) => {
      const entries = await readSel(session, signal, after)
      const names = new Map(this.#records?.map(({ number, name }) => [number, name]))
      return entries.map((entry) => ({
        id: entry.id,
        time: entry.time === null ? null : new Date(entry.time * 1_000),
        sensor: entry.event ? (names.get(entry.event.sensor) ?? `#${entry.event.sensor}`) : '',
        words: selText(entry),
        asserted: entry.event?.asserted ?? true,
        severity: severityOf(entry.event),
      }))
    }, signal)
  }

  clearEvents(signal: AbortSignal): Promise<void> {
    return this.#use((session) => clearSel(session, signal), signal)
  }

  inventory(signal: AbortSignal): Promise<BmcInventory | null> {
    return this.#use(async (session) => toInventory(await readFru(session, signal)), signal)
  }

  async sol(options: { takeOver: boolean }, signal: AbortSignal): Promise<SolStream> {
    const { address } = this.#target
    try {
      return await SolStream.open(
        (until) => openSession(this.#target, until),
        { takeOver: options.takeOver, words: (error) => asPanelError(error, address) },
        signal,
      )
    } catch (error) {
      // Completion codes of Activate Payload.
      if (error instanceof IpmiError && error.kind === 'busy' && (error.code === 0x80 || error.code === 0x82))
        throw deviceUnreachable(msg`The serial console of the controller at ${address} is in use by another session`, {
          value: CONSOLE_BUSY,
          cause: error,
        })
      throw asPanelError(error, address)
    }
  }

  async #use<T>(run: (session: IpmiSession) => Promise<T>, signal: AbortSignal): Promise<T> {
    try {
      return await this.#client.use(run, signal)
    } catch (error) {
      throw asPanelError(error, this.#target.address)
    }
  }
}

function toInventory(fru: Fru | null): BmcInventory | null {
  if (!fru) return null
  const { product, board, chassis } = fru
  return {
    manufacturer: product?.manufacturer || board?.manufacturer || '',
    model: product?.name || board?.product || '',
    part: product?.part ?? '',
    serial: product?.serial || chassis?.serial || board?.serial || '',
    asset: product?.asset ?? '',
    board: {
      manufacturer: board?.manufacturer ?? '',
      product: board?.product ?? '',
      part: board?.part ?? '',
      serial: board?.serial ?? '',
      manufactured: board?.manufactured ?? null,
    },
    chassis: { part: chassis?.part ?? '', serial: chassis?.serial ?? '' },
  }
}
