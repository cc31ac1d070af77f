import { execFileSync, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import type { Image } from './image.ts'
import type { Asked, Told } from './ours.ts'
import type { Sshd } from './sshd.ts'

/** A program that backs the disk up over SSH into a folder, and restores it. Times in seconds. */
export type Side = {
  name: string
  /** Begins anew with an empty folder. */
  begin(): void | Promise<void>
  backup(image: Image): Promise<void>
  /** The last backup, as a file of its own, which is answered. */
  restore(image: Image): Promise<string>
  /** Most memory of any run so far, MiB; null when it is not measured. */
  memory(): number | null
  end(): void
  folder: string
}

/** Bytes that a folder takes. */
export const bytesIn = (folder: string): number =>
  Number(execFileSync('du', ['-sb', '--apparent-size', folder], { encoding: 'utf8' }).split(/\s/)[0])

function run(program: string, words: string[], env: Record<string, string>): void {
  const { status, stderr } = spawnSync(program, words, { env: { ...process.env, ...env }, encoding: 'utf8' })
  if (status !== 0) throw new Error(`${program} ${words.join(' ')}: ${stderr}`)
}

const emptied = (folder: string) => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
}

export function resticSide(work: string, { config }: Sshd): Side {
  const folder = path.join(work, 'restic')
  const env = { RESTIC_PASSWORD: 'bench', RESTIC_CACHE_DIR: path.join(work, 'restic-cache') }
  const words = ['-q', '-r', `sftp:bench:${folder}/repo`, '-o', `sftp.command=ssh -F ${config} bench -s sftp`]
  const restic = (...more: string[]) => run('restic', [...words, ...more], env)
  const target = path.join(work, 'restic-restored')
  return {
    name: 'restic',
    folder,
    begin() {
      emptied(folder)
      rmSync(env.RESTIC_CACHE_DIR, { recursive: true, force: true })
      restic('init', '--repository-version', '2')
    },
    backup: async ({ raw }) => restic('backup', raw),
    async restore({ raw }) {
      emptied(target)
      restic('restore', 'latest', '--target', target)
      return path.join(target, raw)
    },
    memory: () => null,
    end() {},
  }
}

export function borgSide(work: string, { config }: Sshd): Side {
  const folder = path.join(work, 'borg')
  const env = {
    BORG_PASSPHRASE: 'bench',
    BORG_RSH: `ssh -F ${config}`,
    BORG_BASE_DIR: path.join(work, 'borg-home'),
    BORG_UNKNOWN_UNENCRYPTED_REPO_ACCESS_IS_OK: 'yes',
  }
  const repo = `ssh://bench${folder}/repo`
  const target = path.join(work, 'borg-restored')
  let count = 0
  return {
    name: 'borg',
    folder,
    begin() {
      emptied(folder)
      rmSync(env.BORG_BASE_DIR, { recursive: true, force: true })
      run('borg', ['init', '-e', 'repokey-blake2', repo], env)
    },
    backup: async ({ raw }) => run('borg', ['create', '-C', 'zstd,1', '--sparse', `${repo}::${++count}`, raw], env),
    async restore({ raw }) {
      emptied(target)
      const { status, stderr } = spawnSync('borg', ['extract', '--sparse', `${repo}::${count}`], {
        env: { ...process.env, ...env },
        cwd: target,
        encoding: 'utf8',
      })
      if (status !== 0) throw new Error(`borg extract: ${stderr}`)
      return path.join(target, raw)
    },
    memory: () => null,
    end() {},
  }
}

/** A worker that runs already, as the panel's does. */
export function ourSide(work: string, { port, privateKey }: Sshd): Side {
  const folder = path.join(work, 'datahall')
  const target = path.join(work, 'datahall-restored')
  const worker = fork(path.join(import.meta.dirname, 'ours.ts'), [], { env: { ...process.env, DATAHALL_LOG: 'fatal' } })
  let memory = 0
  async function ask(asked: Asked): Promise<void> {
    worker.send(asked)
    const gone = once(worker, 'exit').then(() => [{ fault: 'The worker ended' }])
    const [told] = (await Promise.race([once(worker, 'message'), gone])) as [Told]
    if ('fault' in told) throw new Error(told.fault)
    memory = told.memory
  }
  return {
    name: 'datahall',
    folder,
    begin() {
      emptied(folder)
      return ask({ kind: 'begin', port, privateKey, folder })
    },
    backup: ({ qcow2 }) => ask({ kind: 'backup', path: qcow2 }),
    async restore() {
      emptied(target)
      const file = path.join(target, 'disk.qcow2')
      await ask({ kind: 'restore', path: file })
      return file
    },
    memory: () => memory,
    end: () => worker.disconnect(),
  }
}
