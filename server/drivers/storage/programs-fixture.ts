import type { SshConnection } from '../../protocols/ssh/connection.ts'

/** What a program answers: what it says, or how it fails. */
export type Answer = string | { code: number; stderr: string }

/**
 * A node whose programs are answered for by a test.
 * @returns the connection, and the command lines that were run, in their order
 */
export function programs(answer: (line: string) => Answer): { ssh: SshConnection; lines: string[] } {
  const lines: string[] = []
  const exec = async (argv: readonly string[]) => {
    lines.push(argv.join(' '))
    const said = answer(argv.join(' '))
    return typeof said === 'string'
      ? { code: 0, signal: null, stdout: said, stderr: '' }
      : { code: said.code, signal: null, stdout: '', stderr: said.stderr }
  }
  return { ssh: { exec } as unknown as SshConnection, lines }
}
