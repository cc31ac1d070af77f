import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../domain/shared/errors.ts'
import { soon } from '../../shared/testing/soon.ts'
import type { OutletReading, PduConnection, PduDriver, PduTarget } from './types.ts'

export type PduContractEnv = {
  driver: PduDriver
  /** Made anew when the suite starts, because peers start in its `beforeAll`. */
  target: () => PduTarget
  outlets: number
  /** An outlet the suite may switch, and its neighbour that must stay as it is. */
  outlet: number
  neighbour: number
  refusals: { what: string; target: () => PduTarget; code: ErrorCode; words: RegExp }[]
  /** Whether what hangs on the outlet has power, by other means than the unit's own word. */
  powered?: (outlet: number) => Promise<boolean>
}

/** Which loads a unit tells of an outlet. */
const measures = ({ current_ma, power_w }: OutletReading) => [current_ma === null, power_w === null]

/** Everything `PduConnection` promises; simulated units run it always, others in the lab. */
export function pduContract(label: string, env: PduContractEnv): void {
  describe(`${label}: what every PDU owes`, { timeout: 120_000 }, () => {
    let pdu: PduConnection
    const status = async (identity: number) =>
      (await pdu.read(soon())).outlets.find((outlet) => outlet.identity === identity)?.power_status
    /** What does not change from one moment to the next. */
    const steady = ({ identity, name, power_status }: OutletReading) => ({ identity, name, power_status })

    beforeAll(() => {
      pdu = env.driver.connect(env.target())
    })
    afterAll(() => pdu.close())

    test('names itself and its outlets', async () => {
      const { system, outlets } = await pdu.read(soon())
      expect(system.name).not.toBe('')
      expect(outlets.map((outlet) => outlet.identity)).toEqual(Array.from({ length: env.outlets }, (_, i) => i + 1))
    })

    test('reads the outlets that it is asked for as it reads all', async () => {
      const { outlets } = await pdu.read(soon())
      const some = await pdu.readOutlets([env.outlet, env.outlets + 1, env.neighbour], soon())
      const wanted = [env.outlet, env.neighbour].map((identity) => outlets.find((each) => each.identity === identity)!)
      const byNumber = (a: OutletReading, b: OutletReading) => a.identity - b.identity
      expect(some.sort(byNumber).map(steady)).toEqual(wanted.sort(byNumber).map(steady))
      expect(some.map(measures)).toEqual(wanted.map(measures))
    })

    test('switches one outlet and no other, and tells how it is then', async () => {
      const other = await status(env.neighbour)
      let last = await status(env.outlet)
      for (const power of ['down', 'down', 'up', 'up', 'down', 'up'] as const) {
        const before = new Date()
        const told = await pdu.setOutlet(env.outlet, power, soon())
        expect(told).toMatchObject({ outlet: { identity: env.outlet, power_status: power }, switched: last !== power })
        expect(told.at >= before).toBe(true)
        last = power
        expect(await status(env.outlet)).toBe(power)
        // What hangs on it starts and stops in its own time.
        const { powered } = env
        if (powered) await expect.poll(() => powered(env.outlet), { timeout: 30_000 }).toBe(power === 'up')
        expect(await status(env.neighbour)).toBe(other)
      }
    })

    test('measures less when an outlet is off', async () => {
      const before = (await pdu.read(soon())).load
      await pdu.setOutlet(env.outlet, 'down', soon())
      const after = (await pdu.read(soon())).load
      await pdu.setOutlet(env.outlet, 'up', soon())
      const [full, less] =
        before.power_w === null ? [before.current_ma, after.current_ma] : [before.power_w, after.power_w]
      expect(less).toBeLessThan(full ?? 0)
    })

    test('refuses an outlet it does not have', async () => {
      await expect(pdu.setOutlet(env.outlets + 1, 'up', soon())).rejects.toMatchObject({ code: 'device_rejected' })
    })

    test.each(env.refusals)('says what is wrong: $what', async ({ target, code, words }) => {
      const connection = env.driver.connect(target())
      const attempt = connection.setOutlet(env.outlet, 'down', soon())
      await expect(attempt).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
      connection.close()
    })

    test('stops when aborted', async () => {
      await expect(pdu.read(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    })
  })
}
