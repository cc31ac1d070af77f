import type { Readable } from 'node:stream'
import type { ExecResult, SshConnection } from '../../../protocols/ssh/connection.ts'
import { failed } from './errors.ts'
import type { BootFacts } from './types.ts'

export type RunOptions = {
  signal: AbortSignal
  stdin?: string | Buffer | Readable
  timeoutMs?: number
  maxOutput?: number
}

/** Writes standard input to $1 with mode $2, so that readers see the old file or the new one. */
export const WRITE = `set -eu
umask 077
new=$(mktemp "$1.XXXXXX.tmp")
trap 'rm -f "$new"' EXIT
cat > "$new"
chmod "$2" "$new"
sync "$new"
mv -f "$new" "$1"
trap - EXIT`

/** Prints mode, SHA-256 and path of each file of its arguments that is there, a line each. */
export const CHECKSUMS =
  'for path; do [ ! -f "$path" ] || { stat -c %a "$path" && sha256sum < "$path" && echo "$path"; }; done'

/** A control host as root: each program by sudo when the account is another. */
export class BootHost {
  readonly ssh: SshConnection
  readonly facts: BootFacts

  constructor(ssh: SshConnection, facts: BootFacts) {
    this.ssh = ssh
    this.facts = facts
  }

  /** Words that run a program as root. */
  asRoot(argv: readonly string[]): string[] {
    return this.facts.sudo ? ['sudo', '-n', '--', ...argv] : [...argv]
  }

  /** Runs a program as root; its exit code is an answer. @throws SshError */
  async try(argv: readonly string[], options: RunOptions): Promise<ExecResult> {
    return await this.ssh.exec(this.asRoot(argv), options)
  }

  /** Runs a program as root and answers what it says. @throws PanelError with the program's words, SshError */
  async run(argv: readonly string[], options: RunOptions): Promise<string> {
    const result = await this.try(argv, options)
    if (result.code !== 0) throw failed(argv[0] ?? '', result)
    return result.stdout
  }

  async write(path: string, content: string | Buffer, mode: number, signal: AbortSignal): Promise<void> {
    await this.run(['sh', '-c', WRITE, 'sh', path, mode.toString(8)], { signal, stdin: content })
  }

  /** A whole small file; null when there is none. */
  async read(path: string, signal: AbortSignal): Promise<string | null> {
    const is = await this.try(['test', '-f', path], { signal })
    return is.code === 0 ? await this.run(['cat', '--', path], { signal, maxOutput: 32 << 20 }) : null
  }

  /** SHA-256 and mode of each file that is there. */
  async checksums(
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<Map<string, { sha256: string; mode: number }>> {
    const said = await this.run(['sh', '-c', CHECKSUMS, 'sh', ...paths], { signal, timeoutMs: 120_000 })
    const lines = said.split('\n')
    const found = new Map<string, { sha256: string; mode: number }>()
    for (let at = 0; at + 2 < lines.length; at += 3)
      found.set(lines[at + 2] ?? '', {
        mode: Number.parseInt(lines[at] ?? '', 8),
        sha256: (lines[at + 1] ?? '').slice(0, 64),
      })
    return found
  }
}
