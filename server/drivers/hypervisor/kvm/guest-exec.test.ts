import { describe, expect, it } from 'vitest'
import { LibvirtError } from '../../../protocols/libvirt/errors.ts'
import type { Domain } from '../../../protocols/libvirt/procedures.ts'
import type { Agent } from './agent.ts'
import { endGuestScript, readGuestScript, startGuestScript } from './guest-exec.ts'
import { RUN } from './windows-programs.ts'

const token = 'a'.repeat(32)
const FOLDER = `C:\\Windows\\Temp\\datahall-script-${token}`
type Exec = { path: string; arg: string[]; env?: string[] }
type Answer = { exitcode?: number; out?: string; err?: string }

/** QEMU's agent, as its documentation has it: what it was asked, the files that were written, and what programs answer. */
function fakeAgent(system: string | null, ran: (exec: Exec) => Answer) {
  const asked: { execute: string; arguments: Record<string, unknown> }[] = []
  const files = new Map<string, Buffer>()
  const answers: Answer[] = []
  const open: string[] = []
  const run = (execute: string, given: Record<string, unknown>): unknown => {
    if (execute === 'guest-get-osinfo') {
      if (system === null) throw new LibvirtError(1, 10, 'The command guest-get-osinfo has not been found')
      return { id: system, name: 'A system' }
    }
    if (execute === 'guest-exec') return { pid: answers.push(ran(given as Exec)) }
    if (execute === 'guest-exec-status') {
      const { exitcode = 0, out = '', err = '' } = answers[Number(given.pid) - 1] ?? {}
      return {
        exited: true,
        exitcode,
        'out-data': Buffer.from(out, 'latin1').toString('base64'),
        'err-data': Buffer.from(err).toString('base64'),
      }
    }
    const path = open[Number(given.handle) - 1] ?? ''
    if (execute === 'guest-file-open') {
      files.set(String(given.path), Buffer.alloc(0))
      return open.push(String(given.path))
    }
    if (execute === 'guest-file-write')
      files.set(
        path,
        Buffer.concat([files.get(path) ?? Buffer.alloc(0), Buffer.from(String(given['buf-b64']), 'base64')]),
      )
    return {}
  }
  const call = async (_: unknown, { command }: { command: string }) => {
    const one = JSON.parse(command) as { execute: string; arguments: Record<string, unknown> }
    asked.push(one)
    return JSON.stringify({ return: run(one.execute, one.arguments) })
  }
  const agent: Agent = {
    link: { call } as unknown as Agent['link'],
    domain: { id: 1 } as Domain,
    signal: new AbortController().signal,
  }
  const programs = () => asked.filter(({ execute }) => execute === 'guest-exec').map((one) => one.arguments as Exec)
  return { agent, asked, files, programs }
}

/** The program of an exec of PowerShell. */
const program = ({ arg }: Exec) =>
  Buffer.from(arg[arg.indexOf('-EncodedCommand') + 1] ?? '', 'base64').toString('utf16le')

describe('a script in a Windows guest', () => {
  const windows = (made: Answer = { out: FOLDER }) =>
    fakeAgent('mswindows', (exec) => (exec.arg.includes('-EncodedCommand') ? made : {}))
  const script = 'Write-Output "hello $env:WHO"\r\nexit 3\r\n'
  const run = { token, type: 'power_shell', script, environment: { WHO: `it's "$(calc)" & ü` } } as const

  it('is started by powershell.exe from a file, with its values beside it and never in a command line', async () => {
    const { agent, files, programs, asked } = windows()
    await startGuestScript(agent, run)
    expect(programs()).toHaveLength(2)
    const [made, started] = programs()
    expect(program(made!)).toMatch(`$name = 'datahall-script-${token}'`)
    expect(started).toEqual({
      path: 'powershell.exe',
      arg: ['-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File', `${FOLDER}\\run.ps1`],
    })
    const written = (name: string) => files.get(`${FOLDER}\\${name}`)?.toString('utf8')
    expect(written('script.ps1')).toBe(`\uFEFF${script}`)
    expect(written('run.ps1')).toBe(`\uFEFF${RUN}`)
    expect(JSON.parse(written('values.json')?.slice(1) ?? '')).toEqual([{ name: 'WHO', value: run.environment.WHO }])
    expect(JSON.stringify(asked.filter(({ execute }) => execute === 'guest-exec'))).not.toContain('calc')
  })

  it('is not started twice', async () => {
    const { agent, files, programs } = windows({ exitcode: 17 })
    await startGuestScript(agent, run)
    expect([programs().length, files.size]).toEqual([1, 0])
  })

  it('is read and ended by its name', async () => {
    const { agent, programs } = windows({ out: 'ended -1073741510\nlast words\n' })
    expect(await readGuestScript(agent, token, 70)).toMatchObject({
      state: 'running',
      output: 'last words\n',
      next: 81,
    })
    expect(program(programs()[0]!)).toMatch(/^\$name = 'datahall-script-a{32}'\n\$offset = 70\n\$most = 65536\n/)
    const end = windows({ out: 'ended -1073741510\n' })
    expect(await readGuestScript(end.agent, token, 81)).toMatchObject({ state: 'ended', exit_code: -1073741510 })
    await endGuestScript(end.agent, token)
    expect(program(end.programs()[1]!)).toContain('taskkill.exe /T /F')
  })

  it.each([
    ['what is no folder', { out: 'C:\\x"; calc' }, /folder/],
    ['an error', { exitcode: 1, err: 'icacls failed: 5' }, /could not prepare.*icacls failed: 5/],
  ])('is not started when the guest answers %s', async (_, made, words) => {
    const { agent, files } = windows(made)
    await expect(startGuestScript(agent, run)).rejects.toThrow(words)
    expect(files.size).toBe(0)
  })
})

it.each([
  ['mswindows', 'shell'],
  ['debian', 'power_shell'],
] as const)('a guest that is %s takes no %s script, and nothing of it reaches it', async (system, type) => {
  const { agent, asked } = fakeAgent(system, () => ({}))
  await expect(startGuestScript(agent, { token, type, script: 'exit', environment: {} })).rejects.toThrow(/Windows/)
  expect(asked.map(({ execute }) => execute)).toEqual(['guest-get-osinfo'])
})

it('a guest whose agent does not say what it is takes shell scripts', async () => {
  const { agent, programs } = fakeAgent(null, () => ({}))
  await startGuestScript(agent, { token, script: '#!/bin/bash\nexit\n', environment: { WHO: 'x' } })
  expect(programs().at(-1)).toMatchObject({ path: '/bin/sh', env: expect.arrayContaining(['WHO=x']) })
})
