import { expect, test } from 'vitest'
import type { ScriptType } from '../../../domain/recipe/kinds.ts'
import { soon } from '../../../shared/testing/soon.ts'
import type { GuestScriptReading } from '../guest-types.ts'
import type { NodeConnection } from '../types.ts'

const token = (digit: string) => digit.repeat(32)

const scripts: Record<ScriptType, { greets: string; other: string; long: string }> = {
  shell: {
    greets: '#!/bin/sh\necho "hello $WHO"\necho second >&2\nexit 3\n',
    other: 'echo other\n',
    long: 'echo begun\nsleep 600\necho never\n',
  },
  power_shell: {
    greets: 'Write-Output "hello $env:WHO"\nexit 3\n',
    other: 'Write-Output other\n',
    long: 'Write-Output begun\nStart-Sleep 600\nWrite-Output never\n',
  },
}

/** Scripts in a running guest whose agent answers: one of Windows where `type` is PowerShell. */
export function scriptContract(node: () => NodeConnection, domain: string, type: ScriptType = 'shell'): void {
  const { greets, other, long } = scripts[type]
  const start = (run: string, script: string, more: { type?: ScriptType; environment?: Record<string, string> } = {}) =>
    node().startGuestScript(domain, { token: run, type, script, environment: {}, ...more }, soon())

  /** Reads until a script has ended. */
  async function followed(run: string): Promise<GuestScriptReading> {
    let output = ''
    let last: GuestScriptReading | null = null
    const read = async () => {
      last = await node().readGuestScript(domain, run, last?.next ?? 0, soon())
      output += last.output
      return last.state
    }
    await expect.poll(read, { timeout: 30_000, interval: 50 }).not.toBe('running')
    return { ...(last as unknown as GuestScriptReading), output }
  }

  test('runs a script in the guest, with its values as they are, and reports its exit code', async () => {
    const run = token('a')
    const environment = { WHO: `a "b" $(id) 'c' ü` }
    await start(run, greets, { environment })
    const end = await followed(run)
    expect(end).toMatchObject({ state: 'ended', exit_code: 3 })
    expect(end.output).toContain(`hello ${environment.WHO}\n`)
  })

  test('starts a script once only', async () => {
    await start(token('a'), other)
    const reading = await followed(token('a'))
    expect(reading).toMatchObject({ state: 'ended', exit_code: 3 })
    expect(reading.output).not.toContain('other')
  })

  test('refuses a script for other systems before anything of it runs', async () => {
    const run = token('c')
    const wrong = type === 'shell' ? 'power_shell' : 'shell'
    await expect(start(run, scripts[wrong].greets, { type: wrong })).rejects.toMatchObject({
      code: 'device_rejected',
      message: expect.stringMatching(/Windows/),
    })
    await expect(node().readGuestScript(domain, run, 0, soon())).rejects.toMatchObject({ code: 'device_rejected' })
  })

  test('goes on reading at an offset', async () => {
    const { next } = await followed(token('a'))
    expect(await node().readGuestScript(domain, token('a'), next, soon())).toMatchObject({ output: '', next })
  })

  test('shows what is written while a script runs, ends it, and knows it no more', async () => {
    const run = token('b')
    await start(run, long)
    const read = async () => (await node().readGuestScript(domain, run, 0, soon())).output
    await expect.poll(read, { timeout: 20_000, interval: 50 }).toBe('begun\n')
    await node().endGuestScript(domain, run, soon())
    await node().endGuestScript(domain, run, soon())
    await expect(node().readGuestScript(domain, run, 0, soon())).rejects.toMatchObject({
      code: 'device_rejected',
    })
    await node().endGuestScript(domain, token('a'), soon())
  })
}
