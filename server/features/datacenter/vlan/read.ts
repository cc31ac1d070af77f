import type { Context } from '../../../api/context.ts'
import { readRow } from '../../../api/list/run.ts'
import { sql } from '../../../api/list/sql.ts'
import { db } from '../../../db/pool.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import type { Vlan } from '../../../domain/vlan/schema.ts'
import { msg } from '../../../shared/text.ts'
import { vlanList } from './list.ts'
import type { VlanKey } from './service.ts'

/** @throws PanelError 404 when the location has no such VLAN */
export async function readVlan(ctx: Context, { location_id, vlan_id }: VlanKey): Promise<Vlan> {
  const text = await readRow(db().pool, vlanList, ctx.actor, vlan_id, { scope: sql`v.location_id = ${location_id}` })
  if (text === null) throw notFound(msg`VLAN`, vlan_id)
  return (typeof text === 'string' ? JSON.parse(text) : text) as Vlan
}
