import { setTimeout as pause } from 'node:timers/promises'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { readSystem, SnmpLink, snmpTarget } from '../../snmp-link.ts'
import type { OutletReading, OutletSwitched, PduConnection, PduReading, PduTarget } from '../types.ts'
import type { OutletRow, PduProfile } from './profile.ts'

// Units switch one outlet after the other with a pause between them, and may be configured to wait.
const settleMs = 20_000
const settleStepMs = 250

function reading({ control: _, ...outlet }: OutletRow): OutletReading {
  return outlet
}

/** A PDU that is read and switched over SNMP; the profile says by which tables. */
export class SnmpPdu implements PduConnection {
  readonly #link: SnmpLink
  readonly #profile: PduProfile

  constructor(target: PduTarget, profile: PduProfile) {
    this.#link = new SnmpLink('pdu', snmpTarget(target.address, target.snmp))
    this.#profile = profile
  }

  close(): void {
    this.#link.session.close()
  }

  read(signal: AbortSignal): Promise<PduReading> {
    return this.#link.run(async (session) => {
      const system = await readSystem(session, signal)
      const outlets = await this.#profile.read(session, null, signal)
      const load = await this.#profile.load(session, outlets, signal)
      return { system, load, outlets: outlets.map(reading) }
    })
  }

  readOutlets(identities: readonly number[], signal: AbortSignal): Promise<OutletReading[]> {
    return this.#link.run(async (session) => (await this.#profile.read(session, identities, signal)).map(reading))
  }

  setOutlet(identity: number, power: 'up' | 'down', signal: AbortSignal): Promise<OutletSwitched> {
    return this.#link.run(async (session) => {
      const look = async () => {
        const at = new Date()
        const [outlet] = await this.#profile.read(session, [identity], signal)
        if (!outlet) throw deviceRejected(msg`The PDU has no outlet ${identity}`, String(identity))
        return { at, outlet }
      }
      let now = await look()
      const { power_status, control } = now.outlet
      if (power_status !== power) {
        if (control === null) throw deviceRejected(msg`Outlet ${identity} cannot be switched`, String(identity))
        await session.set([{ oid: control, type: 'integer', value: this.#profile.command[power] }], signal)
        const limit = Date.now() + settleMs
        for (now = await look(); now.outlet.power_status !== power; now = await look()) {
          if (Date.now() > limit)
            throw deviceRejected(
              power === 'up'
                ? msg`The PDU accepted the command but outlet ${identity} is not on`
                : msg`The PDU accepted the command but outlet ${identity} is not off`,
              String(identity),
            )
          await pause(settleStepMs, undefined, { signal })
        }
      }
      return { at: now.at, outlet: reading(now.outlet), switched: power_status !== power }
    })
  }
}
