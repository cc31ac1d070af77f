import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, lstat, mkdtemp, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { ExecResult, SshConnection } from '../../../protocols/ssh/connection.ts'

const run = promisify(execFile)
type Failed = { code?: unknown; stdout?: string; stderr?: string }

/** Answers a program that a test does not want to run; undefined: it is none of them. */
export type Program = (
  argv: readonly string[],
) => string | { code: number; stdout?: string; stderr?: string } | undefined

/**
 * A folder of this machine as the files of a node, and its tar. Other programs are answered for by the test.
 * @returns the connection, and the command lines that were run, without the limits around them
 */
export async function localNode(answer: Program) {
  const folder = await mkdtemp(join(tmpdir(), 'datahall-node-'))
  const lines: string[] = []
  const exec = async (words: readonly string[]): Promise<ExecResult> => {
    const argv =
      words[0] === 'prlimit' ? words.slice(words.findIndex((word, n) => n > 0 && !word.startsWith('--'))) : words
    lines.push(argv.join(' '))
    const result = { code: 0, signal: null, stdout: '', stderr: '' }
    if (argv[0] === 'sha256sum')
      return {
        ...result,
        stdout: `${createHash('sha256')
          .update(await readFile(argv.at(-1) ?? ''))
          .digest('hex')}  x\n`,
      }
    const said = answer(argv)
    if (said !== undefined) return { ...result, ...(typeof said === 'string' ? { stdout: said } : said) }
    if (argv[0] !== 'tar') throw new Error(`The test answers nothing for ${argv.join(' ')}`)
    const options = { encoding: 'latin1', maxBuffer: 32 << 20, env: { ...process.env, LC_ALL: 'C' } } as const
    return run('tar', argv.slice(1), options).then(
      (out) => ({ ...result, ...out }),
      ({ code, stdout = '', stderr = '' }: Failed) => ({ ...result, code: Number(code), stdout, stderr }),
    )
  }
  const ssh = { hostKey: folder, exec, sftp: (_: AbortSignal, use: (files: unknown) => unknown) => use(files) }
  return {
    folder,
    lines,
    ssh: ssh as unknown as SshConnection,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

/** What of an SFTP session is needed. */
const files = {
  async stat(path: string) {
    const found = await lstat(path).catch(() => null)
    return found && { kind: found.isFile() ? 'file' : found.isDirectory() ? 'directory' : 'other', size: found.size }
  },
  realpath,
  chmod,
  rename,
  space: async () => ({ free: 2 ** 40 }),
  remove: (path: string) => rm(path, { force: true }),
  writeFile: (path: string, data: Buffer) => writeFile(path, data),
  async read(path: string, limit: number) {
    const handle = await open(path)
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(limit), 0, limit, 0)
      return buffer.subarray(0, bytesRead)
    } finally {
      await handle.close()
    }
  },
  async writeStream(path: string, _offset: number, _mode: number, source: AsyncIterable<Buffer>) {
    const parts: Buffer[] = []
    for await (const part of source) parts.push(part)
    const data = Buffer.concat(parts)
    await writeFile(path, data)
    return data.length
  },
}
