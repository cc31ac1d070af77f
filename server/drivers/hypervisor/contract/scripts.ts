import { expect, test } from 'vitest'
import type { GuestScriptReading } from '../types.ts'
import { name, patience, type Suite } from './suite.ts'

const token = (digit: string) => digit.repeat(32)

/** Reads until a script has ended. */
async function followed(suite: Suite, run: string): Promise<GuestScriptReading> {
  let output = ''
  let last: GuestScriptReading | null = null
  const read = async () => {
    last = await suite.node.readGuestScript(name, run, last?.next ?? 0, patience())
    output += last.output
    return last.state
  }
  await expect.poll(read, { timeout: 30_000, interval: 50 }).not.toBe('running')
  return { ...(last as unknown as GuestScriptReading), output }
}

/** Scripts in the running guest of the suite, whose agent answers. */
export function scriptContract(suite: Suite): void {
  test('runs a script in the guest, with its values as they are, and reports its exit code', async () => {
    const run = token('a')
    const environment = { WHO: `a "b" $(id) 'c' ü` }
    const script = '#!/bin/sh\necho "hello $WHO"\necho second >&2\nexit 3\n'
    await suite.node.startGuestScript(name, { token: run, script, environment }, patience())
    const end = await followed(suite, run)
    expect(end).toMatchObject({ state: 'ended', exit_code: 3 })
    expect(end.output).toContain(`hello ${environment.WHO}\n`)
  })

  test('starts a script once only', async () => {
    const again = { token: token('a'), script: 'echo other\n', environment: {} }
    await suite.node.startGuestScript(name, again, patience())
    const reading = await followed(suite, again.token)
    expect(reading).toMatchObject({ state: 'ended', exit_code: 3 })
    expect(reading.output).not.toContain('other')
  })

  test('goes on reading at an offset', async () => {
    const { next } = await followed(suite, token('a'))
    expect(await suite.node.readGuestScript(name, token('a'), next, patience())).toMatchObject({ output: '', next })
  })

  test('shows what is written while a script runs, ends it, and knows it no more', async () => {
    const run = token('b')
    await suite.node.startGuestScript(
      name,
      { token: run, script: 'echo begun\nsleep 600\necho never\n', environment: {} },
      patience(),
    )
    const read = async () => (await suite.node.readGuestScript(name, run, 0, patience())).output
    await expect.poll(read, { timeout: 20_000, interval: 50 }).toBe('begun\n')
    await suite.node.endGuestScript(name, run, patience())
    await suite.node.endGuestScript(name, run, patience())
    await expect(suite.node.readGuestScript(name, run, 0, patience())).rejects.toMatchObject({
      code: 'device_rejected',
    })
    await suite.node.endGuestScript(name, token('a'), patience())
  })

  test('reports how full the file systems of the guest are, where it knows', async () => {
    const found = await suite.node.guestFileSystems(name, patience())
    for (const { total_bytes, used_bytes } of found) {
      expect(used_bytes).toBeGreaterThan(0)
      expect(used_bytes).toBeLessThanOrEqual(total_bytes)
    }
    // Containers have none of their own in every storage.
    if (suite.env.hasScreen) expect(found.map(({ mount }) => mount)).toContain('/')
  })
}
