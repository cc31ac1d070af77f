import { spawn } from 'node:child_process'
import { refused } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'

/** Runs a program of the panel host to its end. @returns what it wrote. @throws PanelError refused, with the program's words */
export function run(argv: readonly string[], options: { cwd?: string; timeoutMs: number }): Promise<Buffer> {
  const [program = '', ...args] = argv
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      timeout: options.timeoutMs,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        LC_ALL: 'C',
        DEBIAN_FRONTEND: 'noninteractive',
      } as unknown as NodeJS.ProcessEnv,
    })
    const out: Buffer[] = []
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-500)
    })
    const fail = (why: string) => reject(notHere(`${program}: ${why}`))
    child.on('error', (error) => fail(error.message))
    child.on('close', (code, signal) =>
      code === 0 ? resolve(Buffer.concat(out)) : fail(said.trim() || String(signal ?? code)),
    )
  })
}

/** Why the guest cannot be built on the panel host, and what helps. */
export const notHere = (why: string) =>
  refused(
    msg`The helper guest cannot be made on this machine (${why}). It needs Debian with apt-get and its package mirrors. On another machine with Debian run "npm run admin -- utility-guest /folder", and copy that folder's content to utility-guest in the data folder of the panel`,
  )
