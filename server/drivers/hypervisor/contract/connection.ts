import { describe, expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import type { DomainEvent } from '../domain-types.ts'
import { name, type Suite } from './suite.ts'

/** Signals, listeners, and the end of a connection; leaves a new one behind. */
export function connectionContract(suite: Suite): void {
  const { env, connect, events, spec } = suite

  describe('the connection', () => {
    test('refuses work whose signal is over, and stays good', async () => {
      const over = AbortSignal.abort(new Error('too late'))
      await expect(suite.node.domains(over)).rejects.toThrow('too late')
      await expect(suite.node.facts(over)).rejects.toThrow('too late')
      expect(await suite.node.domain(name, soon())).toBeNull()
    })

    test('pushes nothing to who stopped listening', async () => {
      suite.forget()
      events.length = 0
      const other: DomainEvent[] = []
      const stop = suite.node.onDomainEvent((event) => other.push(event))
      await suite.node.defineDomain(spec, soon())
      await suite.node.undefineDomain(name, soon())
      await expect.poll(() => other.some((event) => event.kind === 'undefined'), { timeout: 5_000 }).toBe(true)
      stop()
      expect(events).toEqual([])
    })

    const { silence } = env
    test.runIf(silence)('is over within 15 s when the node falls silent, and a new one works afterwards', async () => {
      const doomed = await connect(env.target)
      await doomed.domains(soon())
      const begun = Date.now()
      await silence!.begin()
      try {
        const call = doomed.domains(soon()).catch((error: unknown) => error)
        const end = await doomed.closed
        expect(end).toMatchObject({ code: 'device_unreachable' })
        expect(Date.now() - begun).toBeLessThan(15_000)
        expect(await call).toMatchObject({ code: 'device_unreachable' })
        await expect(doomed.domains(soon())).rejects.toMatchObject({ code: 'device_unreachable' })
      } finally {
        await silence!.end()
      }
      suite.node = await connect(env.target)
      expect(await suite.node.domain(name, soon())).toBeNull()
    })
  })
}
