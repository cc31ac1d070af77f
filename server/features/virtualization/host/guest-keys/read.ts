import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type { Context } from '../../../../api/context.ts'
import { db } from '../../../../db/pool.ts'
import { type guestKeys, plainKey } from '../../../../domain/host/guest-keys.ts'
import { notFound, wrongState } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { nodeConnection } from '../../node/connections.ts'
import { ownHost } from '../claim.ts'
import { judgeRow } from '../judge.ts'

const PATIENCE_MS = 15_000
const LONGEST_COMMENT = 200

/** As `ssh-keygen -l` shows it. */
export const fingerprintOf = (blob: string) =>
  `SHA256:${createHash('sha256').update(Buffer.from(blob, 'base64')).digest('base64').replace(/=+$/, '')}`

/** The keys that a running guest lets in, as it says itself. @throws PanelError */
export async function readGuestKeys(ctx: Context, host_id: number): Promise<z.infer<typeof guestKeys>> {
  const { prisma } = db()
  const row = await prisma.host.findFirst({ where: ownHost(ctx.actor, host_id) })
  if (!row) throw notFound(msg`VM`, host_id)
  judgeRow(row, 'ssh_keys')
  if (row.node_id === null) throw wrongState(msg`The VM has no node`)
  const bound = AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(ctx.signal ? [ctx.signal] : [])])
  const [lines, known] = await Promise.all([
    nodeConnection(row.node_id, bound).then((node) => node.guestSshKeys(row.internal_name, row.login_user, bound)),
    prisma.ssh_key.findMany({ where: { account_id: row.account_id }, select: { id: true, ssh_pub_key: true } }),
  ])
  const list = lines.map((line) => {
    const key = plainKey(line)
    if (!key) return { fingerprint: null, type: null, comment: clean(line), key: null }
    const same = known.find(({ ssh_pub_key }) => ssh_pub_key.split(' ')[1] === key.blob)
    return { fingerprint: fingerprintOf(key.blob), type: key.type, comment: clean(key.comment), key: same?.id ?? null }
  })
  return { user: row.login_user, list }
}

/** A guest says what it wants: one line, of no great length. */
const clean = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, ' ').slice(0, LONGEST_COMMENT)
