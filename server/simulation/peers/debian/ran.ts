import type { SimulatedDebian } from './debian.ts'

/** How a program ended, and what it said. */
export type Ran = { code: number; stdout?: string; stderr?: string }
export type Input = {
  stdin: Buffer
  signal: AbortSignal
  /** Runs another program in its place. */
  run: (argv: string[]) => Promise<Ran>
}
export type Program = (host: SimulatedDebian, args: string[], input: Input) => Ran | Promise<Ran>

export const said = (stdout: string): Ran => ({ code: 0, stdout })
export const failed = (stderr: string, code = 1): Ran => ({ code, stderr: `${stderr}\n` })

/** Arguments without options. */
export const plain = (args: readonly string[]) => args.filter((one) => !one.startsWith('-'))
