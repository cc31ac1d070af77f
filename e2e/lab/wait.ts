import { spawn } from 'node:child_process'

/**
 * Runs a program that does not end by itself (`tail -F`, `virsh event --loop`) until what it has printed matches, kills
 * it and answers the match. `begin` is called once the program runs. An end or the time limit is an error.
 */
export function waitForOutput(
  argv: readonly string[],
  pattern: RegExp,
  timeoutMs: number,
  begin: () => Promise<unknown> = async () => {},
): Promise<RegExpExecArray> {
  const [program = '', ...args] = argv
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'ignore'] })
    let text = ''
    const finish = (error: Error | null, match?: RegExpExecArray) => {
      clearTimeout(timer)
      child.kill('SIGKILL')
      if (match) resolve(match)
      else reject(error)
    }
    const timer = setTimeout(() => finish(new Error(`no ${pattern} within ${timeoutMs} ms in: ${text}`)), timeoutMs)
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString()
      const match = pattern.exec(text)
      if (match) finish(null, match)
    })
    child.on('error', (error) => finish(error))
    child.on('close', () => finish(new Error(`${program} ended without ${pattern}: ${text}`)))
    child.on('spawn', () => begin().catch((error) => finish(error)))
  })
}
