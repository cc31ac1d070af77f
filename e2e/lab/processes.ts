import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import type { Environment } from './run.ts'

/** A process that cannot be mistaken for a later one with the same PID: `start` is its start in clock ticks after boot. */
export type ProcessId = { pid: number; start: string }

/** Identity of a living process, or null. A zombie counts as dead. */
export function identify(pid: number): ProcessId | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // proc(5): the name in brackets may hold anything; after it come field 3 (state) and, as field 22, the start time.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (fields[0] === 'Z' || fields[0] === 'X') return null
    return { pid, start: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** True while exactly this process lives. */
export function isAlive(id: ProcessId | null): boolean {
  return id !== null && identify(id.pid)?.start === id.start
}

/** Sends SIGKILL; no error when the process is gone already. */
export function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** The calling process and all its ancestors. */
export function ancestry(): Set<number> {
  const found = new Set<number>()
  let pid = process.pid
  while (pid > 0 && !found.has(pid)) {
    found.add(pid)
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      pid = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    } catch {
      break
    }
  }
  return found
}

/** A first process of a namespace that is being started: it says lines on stdout and takes lines on descriptor 3. */
export class HeldProcess {
  private readonly child: ChildProcess
  private readonly input: Writable
  private readonly output: Readable
  private readonly lines: AsyncIterator<string>
  private readonly log: string

  /** Starts `argv` in a session of its own, its stderr appended to the file `log`. */
  constructor(argv: readonly string[], env: Environment, log: string) {
    const [program = '', ...args] = argv
    const stderr = openSync(log, 'a', 0o600)
    // Not stdin: that is closed for us when the process we started ends, though its own children read on.
    const stdio: StdioOptions = ['ignore', 'pipe', stderr, 'pipe']
    this.child = spawn(program, args, { stdio, detached: true, env: env as NodeJS.ProcessEnv })
    closeSync(stderr)
    this.log = log
    this.input = this.child.stdio[3] as Writable
    this.output = this.child.stdout as Readable
    this.input.on('error', () => {})
    this.child.on('error', () => {})
    this.lines = createInterface({ input: this.output })[Symbol.asyncIterator]()
  }

  /** Waits for the line that begins with `word` and answers its remainder; other output or an end is an error. */
  async expect(word: string, timeoutMs = 300_000): Promise<string> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`no "${word}" within ${timeoutMs} ms, see ${this.log}`)), timeoutMs)
    })
    try {
      const next = await Promise.race([this.lines.next(), late])
      if (next.done) throw new Error(`ended before "${word}": ${tail(this.log)}`)
      if (next.value !== word && !next.value.startsWith(`${word} `))
        throw new Error(`said "${next.value}", not "${word}"`)
      return next.value.slice(word.length + 1)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends one line. */
  say(line: string): void {
    this.input.write(`${line}\n`)
  }

  /** Lets the process live on without us. */
  release(): void {
    this.input.destroy()
    this.output.destroy()
    this.child.unref()
  }
}

function tail(file: string): string {
  return readFileSync(file, 'utf8').trim().split('\n').slice(-5).join('\n')
}
