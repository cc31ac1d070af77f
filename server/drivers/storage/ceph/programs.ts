import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { answering } from '../run.ts'
import { lastLine, MISSING_PROGRAM, PATIENCE_S } from './answers.ts'
import { cephConf } from './node-files.ts'

/** Room for lists of images. */
const MOST_OUTPUT = 32 << 20
/** Without them a client waits for ever: for a monitor, and for a disk that takes nothing any more. */
const BOUNDS = [
  `--client_mount_timeout=${PATIENCE_S}`,
  `--rados_mon_op_timeout=${PATIENCE_S}`,
  '--rados_osd_op_timeout=30',
]

type Options = { timeoutMs?: number; stdin?: string }

/** Programs of Ceph on a node that is connected to a pool, as the user of the pool. */
export class CephPrograms {
  readonly #ssh: SshConnection
  readonly #pool: string
  readonly #user: string

  constructor(ssh: SshConnection, { pool, user }: { pool: string; user: string }) {
    this.#ssh = ssh
    this.#pool = pool
    this.#user = user
  }

  /** Runs one to its end. @returns its answer also where it failed, but for the words of a failure that any of them may have */
  async try(program: 'ceph' | 'rbd' | 'rados', words: readonly string[], signal: AbortSignal, options: Options = {}) {
    const own = ['--conf', cephConf(this.#pool), '--id', this.#user]
    const bounds = program === 'ceph' ? ['--connect-timeout', String(PATIENCE_S)] : BOUNDS
    const all = { timeoutMs: 60_000, maxOutput: MOST_OUTPUT, signal, ...options }
    const silent = msg`${program} does not come back on the node: the storage that it works on does not answer`
    const result = await answering(this.#ssh, [program, ...own, ...bounds, ...words], all, silent)
    if (result.code === MISSING_PROGRAM)
      throw deviceRejected(
        msg`The node has no program ${program}: install ceph-common, and for VMs QEMU's support of RBD (qemu-block-extra)`,
      )
    return result
  }

  /** @throws PanelError `device_rejected` with its own words when it fails */
  async run(program: 'ceph' | 'rbd' | 'rados', words: readonly string[], signal: AbortSignal, options: Options = {}) {
    const result = await this.try(program, words, signal, options)
    if (result.code !== 0) throw deviceRejected(msg`Ceph rejected a request of the node: ${lastLine(result)}`)
    return result.stdout
  }
}
