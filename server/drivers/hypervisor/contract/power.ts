import { once } from 'node:events'
import { expect, test } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { name, type Suite } from './suite.ts'

/** Off in order, in time or by force. */
export function powerContract(suite: Suite): void {
  const { env, events, seen } = suite
  const { hasScreen } = env

  test('is not removed while it runs', async () => {
    await expect(suite.node.undefineDomain(name, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'running' })
  })

  test('is asked to power off, and does', async () => {
    events.length = 0
    await suite.node.shutdownDomain(name, 30_000, soon())
    expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'stopped', vnc_port: null })
    await seen({ kind: 'state', state: 'stopped' })
    await suite.node.shutdownDomain(name, 30_000, soon())
  })

  test('says when the guest does not power off in time, and gives up with the signal', async () => {
    await suite.node.startDomain(name, soon())
    await expect(suite.node.shutdownDomain(name, 1, soon())).rejects.toMatchObject({ code: 'device_rejected' })
    const stop = new AbortController()
    const waiting = suite.node.shutdownDomain(name, 60_000, stop.signal)
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    expect(await suite.node.domain(name, soon())).not.toBeNull()
  })

  test('loses its power, and its consoles end', async () => {
    await suite.node.startDomain(name, soon())
    const serial = await suite.node.openSerial(name, soon())
    const consoles = [serial, ...(hasScreen ? [await suite.node.openVnc(name, soon())] : [])]
    const ended = Promise.all(consoles.map((stream) => once(stream.resume(), 'close', { signal: soon() })))
    events.length = 0
    await suite.node.destroyDomain(name, soon())
    await suite.node.destroyDomain(name, soon())
    await seen({ kind: 'state', state: 'stopped' })
    await ended
    expect(await suite.node.domain(name, soon())).toMatchObject({ state: 'stopped' })
  })
}
