import { z } from 'zod'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { SshConnection } from '../../../protocols/ssh/connection.ts'
import { msg } from '../../../shared/text.ts'
import { answerOf, codeIs, lastLine, MISSING_PROGRAM, PATIENCE_S } from './answers.ts'

/** What a node needs to read and write a pool. The key is a secret: it is fetched when a node is connected, and kept on nodes only. */
export type CephAccess = {
  fsid: string
  /** As `mon_host` of ceph.conf wants them: `[v2:192.0.2.1:3300,v1:192.0.2.1:6789]`. */
  monitors: string[]
  key: string
}

/** Errno of a program of Ceph, as its exit code. */
const ABSENT = 2
const ADDRESS = /^[0-9a-fA-F.:[\]]{3,60}$/

const monitorMap = z.object({
  fsid: z.uuid(),
  mons: z
    .array(
      z.object({
        public_addrs: z.object({
          addrvec: z.array(z.object({ type: z.enum(['v1', 'v2']), addr: z.string().regex(ADDRESS) })).min(1),
        }),
      }),
    )
    .min(1)
    .max(99),
})
const users = z.tuple([z.object({ key: z.string().regex(/^[A-Za-z0-9+/]{20,200}={0,2}$/) })])

/**
 * Asks a monitor's host, where `ceph` works as administrator, for what nodes need; makes the pool and the user where they are absent. A user
 * that is there keeps its rights.
 * @throws PanelError `device_rejected` with what Ceph says
 */
export async function readCephAccess(
  ssh: SshConnection,
  { pool, user, placement_groups }: { pool: string; user: string; placement_groups: number },
  signal: AbortSignal,
): Promise<CephAccess> {
  const ask = (...words: string[]) => {
    const argv = ['ceph', '--connect-timeout', String(PATIENCE_S), ...words, '--format', 'json']
    return ssh.exec(argv, { signal, timeoutMs: 45_000, maxOutput: 4 << 20 })
  }
  const must = async (...words: string[]) => {
    const result = await ask(...words)
    if (result.code === MISSING_PROGRAM)
      throw deviceRejected(
        msg`The monitor host has no program ceph: name one where the commands of Ceph work as administrator`,
      )
    if (result.code !== 0) throw deviceRejected(msg`The monitor host of Ceph rejected a request: ${lastLine(result)}`)
    return result.stdout
  }

  const { fsid, mons } = answerOf(monitorMap, await must('mon', 'dump'))
  const monitors = mons.map(
    ({ public_addrs: { addrvec } }) => `[${addrvec.map((a) => `${a.type}:${a.addr}`).join(',')}]`,
  )
  const pools = answerOf(z.array(z.string()), await must('osd', 'pool', 'ls'))
  if (!pools.includes(pool)) {
    const number = String(placement_groups)
    await must('osd', 'pool', 'create', pool, number, number, 'replicated')
    await must('osd', 'pool', 'application', 'enable', pool, 'rbd')
  }
  const known = await ask('auth', 'get', `client.${user}`)
  const rights = ['mon', 'profile rbd', 'osd', `profile rbd pool=${pool}`]
  const said = codeIs(known, ABSENT) ? await must('auth', 'get-or-create', `client.${user}`, ...rights) : known.stdout
  if (known.code !== 0 && !codeIs(known, ABSENT))
    throw deviceRejected(msg`The monitor host of Ceph rejected a request: ${lastLine(known)}`)
  const [{ key }] = answerOf(users, said)
  return { fsid, monitors, key }
}
