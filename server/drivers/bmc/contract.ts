import { once } from 'node:events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorCode } from '../../domain/shared/errors.ts'
import { soon } from '../../shared/testing/soon.ts'
import { type BmcConnection, type BmcConsole, type BmcDriver, type BmcTarget, SCREEN_BUSY } from './types.ts'

export type BmcContractEnv = {
  driver: BmcDriver
  /** Made anew when the suite starts, because peers start in its `beforeAll`. */
  target: () => BmcTarget
  /** Whether the server behind the controller runs, by means independent of the controller. */
  running: () => Promise<boolean>
  /** What the server would boot from next, by independent means; absent where there are none. */
  boot?: () => Promise<string>
  /** Resolves when the server reacts to its power button; absent where it always does. */
  booted?: () => Promise<unknown>
  /** A sensor that has a value while the server runs; of drivers that have sensors. */
  sensor?: { name: string; kind: string; unit: string; threshold: number }
  serial: string
  /** Format of identities, and that of another controller. */
  identity: { form: RegExp; other: string }
  /** What to type on the console, and what then comes; of drivers that have one. */
  console?: { type: string; comes: string }
  refusals: { what: string; target: () => BmcTarget; code: ErrorCode; words: RegExp }[]
}

/** Pins of IPMI: what RAKP proves is the controller's GUID. */
export const guidPin = { form: /^[0-9a-f]{32}$/, other: 'f'.repeat(32) }
/** Pins of what speaks over TLS: SHA-256 of the certificate. */
export const certificatePin = { form: /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/, other: 'AB'.repeat(32) }

/** Everything `BmcConnection` promises; simulated controllers run it always, others in the lab. */
export function bmcContract(label: string, env: BmcContractEnv): void {
  describe(`${label}: what every controller owes`, { timeout: 120_000 }, () => {
    let bmc: BmcConnection
    beforeAll(() => {
      bmc = env.driver.connect(env.target())
    })
    afterAll(() => bmc.close())

    test('switches the server', async () => {
      for (const action of ['on', 'on', 'off', 'on', 'reset', 'soft', 'on'] as const) {
        if (action === 'soft') await env.booted?.()
        await bmc.setPower(action, soon())
        const on = action === 'on' || action === 'reset'
        await expect.poll(env.running, { timeout: 30_000 }).toBe(on)
        expect(await bmc.power(soon())).toBe(on ? 'on' : 'off')
      }
    })

    test('sets what to boot from', async () => {
      await bmc.setBoot({ device: 'pxe', persistent: false, uefi: false }, soon())
      if (env.boot) expect(await env.boot()).toBe('pxe')
    })

    test('reads sensors, or says that it has none', async () => {
      await bmc.setPower('on', soon())
      const sensors = await bmc.sensors(soon())
      expect(sensors.length > 0).toBe(env.driver.capabilities.sensors)
      if (!env.sensor) return
      const { name, kind, unit, threshold } = env.sensor
      const sensor = sensors.find((each) => each.name === name)
      expect(sensor).toMatchObject({ kind, unit, health: 'ok' })
      expect(sensor!.value).toBeGreaterThan(0)
      expect(sensor!.thresholds.upper_critical).toBe(threshold)
    })

    test('reads and clears its event log', async () => {
      expect(await bmc.events(soon())).toBeInstanceOf(Array)
      await bmc.clearEvents(soon())
      const left = await bmc.events(soon())
      // Some log that the log was cleared.
      expect(left.length).toBeLessThanOrEqual(1)
    })

    test('tells its inventory', async () => {
      expect(await bmc.inventory(soon())).toMatchObject({ serial: env.serial })
    })

    test('proves the identity that was pinned', async () => {
      const identity = await bmc.identity(soon())
      expect(identity).toMatch(env.identity.form)
      const same = env.driver.connect({ ...env.target(), identity })
      expect(await same.power(soon())).toBe('on')
      await same.close()
      const other = env.driver.connect({ ...env.target(), identity: env.identity.other })
      await expect(other.power(soon())).rejects.toMatchObject({
        code: 'device_rejected',
        message: /identity changed/,
      })
      await other.close()
    })

    test('has a serial console for one at a time, or none', async () => {
      expect(env.console !== undefined).toBe(env.driver.capabilities.sol)
      if (!env.console) {
        const none = bmc.sol({ takeOver: true }, soon())
        await expect(none).rejects.toMatchObject({ code: 'device_rejected', message: /serial console/ })
        return
      }
      const first = await bmc.sol({ takeOver: true }, soon())
      first.write(env.console.type)
      expect(await readUntil(first, env.console.comes)).toContain(env.console.comes)
      const refused = bmc.sol({ takeOver: false }, soon())
      await expect(refused).rejects.toMatchObject({ code: 'device_unreachable', message: /serial console/ })
      first.destroy()
      await once(first, 'close')
      const second = await bmc.sol({ takeOver: false }, soon())
      second.destroy()
      await once(second, 'close')
    })

    test('has the abilities that its kind declares', async () => {
      const { enable_serial, media, light } = env.driver.capabilities
      expect(bmc.enableSerial !== undefined).toBe(enable_serial)
      expect(bmc.insertMedia !== undefined).toBe(media)
      // Of a kind that has a light not every controller does.
      if (light === null) await expect(bmc.identify(0, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    })

    test('shows its screen to one at a time, or has none', async () => {
      expect(bmc.screen !== undefined).toBe(env.driver.capabilities.screen)
      if (!bmc.screen) return
      const first = await bmc.screen(soon())
      const [hello] = (await once(first, 'data')) as [Buffer]
      expect(hello.toString('latin1')).toMatch(/^RFB \d{3}\.\d{3}\n/)
      await expect(bmc.screen(soon())).rejects.toMatchObject({ code: 'device_unreachable', value: SCREEN_BUSY })
      first.destroy()
      await once(first, 'close')
    })

    test.each(env.refusals)('says what is wrong: $what', async ({ target, code, words }) => {
      const connection = env.driver.connect(target())
      const attempt = connection.setPower('off', soon())
      await expect(attempt).rejects.toMatchObject({ code, message: expect.stringMatching(words) })
      await connection.close()
    })

    test('stops when aborted', async () => {
      await expect(bmc.power(AbortSignal.abort(new Error('enough')))).rejects.toThrow('enough')
    })
  })
}

async function readUntil(stream: BmcConsole, wanted: string): Promise<string> {
  let text = ''
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += String(chunk)
    if (text.includes(wanted)) break
  }
  return text
}
