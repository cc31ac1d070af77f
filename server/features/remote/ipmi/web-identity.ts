import { db } from '../../../db/pool.ts'

type Met = { ipmi_id: number; ip: string; web_port: number | null }

/** Writes down whose certificate was met, unless another connection did so before; false when that one met another. */
export async function keepWebIdentity({ ipmi_id, ip, web_port }: Met, fingerprint: string): Promise<boolean> {
  const { pool } = db()
  await pool.query(
    'update ipmi set web_identity = $2 where id = $1 and web_identity is null and ip = $3 and web_port is not distinct from $4',
    [ipmi_id, fingerprint, ip, web_port],
  )
  const { rows } = await pool.query<{ web_identity: string | null }>('select web_identity from ipmi where id = $1', [
    ipmi_id,
  ])
  return rows[0]?.web_identity === fingerprint
}
