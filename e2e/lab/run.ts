import { spawn } from 'node:child_process'

/** Variables of a program's environment. */
export type Environment = Record<string, string | undefined>
export type RunResult = { code: number; stdout: string; stderr: string }
export type RunOptions = { input?: string; timeoutMs?: number; cwd?: string; env?: Environment; signal?: AbortSignal }

/** A program of the lab ended with another code than 0. */
export class CommandError extends Error {
  readonly result: RunResult
  constructor(argv: readonly string[], result: RunResult) {
    super(`${argv.join(' ')}: exit code ${result.code}: ${(result.stderr || result.stdout).trim()}`)
    this.name = 'CommandError'
    this.result = result
  }
}

/** Runs a program to its end (default bound 60 s, then SIGKILL); never throws for an exit code. */
export function run(argv: readonly string[], options: RunOptions = {}): Promise<RunResult> {
  const [program = '', ...args] = argv
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      stdio: 'pipe',
      timeout: options.timeoutMs ?? 60_000,
      killSignal: 'SIGKILL',
      cwd: options.cwd,
      env: options.env as NodeJS.ProcessEnv | undefined,
      signal: options.signal,
    })
    const out: Buffer[] = []
    const err: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
    // The program may end without reading its input.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input ?? '')
    child.on('error', reject)
    child.on('close', (code, signal) => {
      const stderr = Buffer.concat(err).toString() + (signal ? `\nended by ${signal}` : '')
      resolve({ code: code ?? 128, stdout: Buffer.concat(out).toString(), stderr })
    })
  })
}

/** Like `run`, and answers stdout; throws `CommandError` unless the exit code is 0. */
export async function must(argv: readonly string[], options: RunOptions = {}): Promise<string> {
  const result = await run(argv, options)
  if (result.code !== 0) throw new CommandError(argv, result)
  return result.stdout
}
