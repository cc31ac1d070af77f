import type { host } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import { seal, unseal } from '../../../db/secrets.ts'
import { generateKeyPair } from '../../../protocols/ssh/keys.ts'

/** What the key may not be used for besides running programs. */
const OPTIONS = 'no-port-forwarding,no-agent-forwarding,no-X11-forwarding,no-pty'
const COMMENT = 'panel'
const secretPlace = (id: number) => ({ table: 'guest_key', id, column: 'secret' })

/** The panel's own key for a VM as a line of authorized_keys, made when there is none yet. */
export async function guestKeyLines(host_id: number): Promise<string[]> {
  const { pool } = db()
  const read = () =>
    pool.query<{ public_key: string }>('select public_key from guest_key where host_id = $1', [host_id])
  let { rows } = await read()
  if (rows.length === 0) {
    const { privateKey, publicKey } = generateKeyPair(COMMENT)
    await pool.query(
      'insert into guest_key (host_id, public_key, secret) select id, $2, $3 from host where id = $1 on conflict do nothing',
      [host_id, publicKey, seal(privateKey, secretPlace(host_id))],
    )
    rows = (await read()).rows
  }
  return rows.map(({ public_key }) => `${OPTIONS} ${public_key}`)
}

export const isGuestKey = (line: string): boolean => line.startsWith(`${OPTIONS} `)

type Installed = Pick<host, 'id' | 'instance'>

/** The panel's key for a VM, and the fingerprint of its SSH server as far as this installation was reached; null without a key. */
export async function readGuestKey({
  id,
  instance,
}: Installed): Promise<{ privateKey: string; hostKey: string | null } | null> {
  const row = await db().prisma.guest_key.findUnique({ where: { host_id: id } })
  if (!row) return null
  return {
    privateKey: unseal(row.secret, secretPlace(id)),
    hostKey: row.instance === instance ? row.host_key : null,
  }
}

/** Keeps the fingerprint that was met first. @returns false when another one is kept already */
export async function pinGuestHostKey({ id, instance }: Installed, hostKey: string): Promise<boolean> {
  const { rowCount } = await db().pool.query(
    `update guest_key set host_key = $2, instance = $3
      where host_id = $1 and (instance is distinct from $3::int or host_key = $2)`,
    [id, hostKey, instance],
  )
  return rowCount === 1
}
