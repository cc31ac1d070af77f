import { db } from '../../../db/pool.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { MATRIX_PORTS, type VlanMatrix } from '../../../domain/vlan/matrix.ts'
import { msg } from '../../../shared/text.ts'

const PORT = `json_build_object('id', p.id, 'switch', p.switch_id, 'name', coalesce(nullif(p.name, ''), p.if_index),
  'admin_status', p.admin_status, 'oper_status', p.oper_status, 'vlan_id', p.vlan_id, 'is_trunk', p.is_trunk,
  'trunk_members', p.trunk_members, 'is_uplink', p.is_uplink, 'task_id', p.task_id,
  'provisioning', exists (select from operation_port b where b.switch_port_id = p.id),
  'peer', coalesce(s.name, case when p.is_service then p.connection_type_info end, ''))`

const MATRIX = `
  with ports as materialized (
    select p.*, w.name as switch_name, count(*) over () as of_all
      from switch_port p join net_switch w on w.id = p.switch_id
     where w.location_id = $1::int and not p.gone
     order by w.name, w.id, p.if_index::bigint, p.id limit ${MATRIX_PORTS})
  select json_build_object(
    'vlans', (select coalesce(json_agg(json_build_object('id', v.vlan_id, 'name', v.name) order by v.vlan_id), '[]')
                from vlan v where v.location_id = l.id),
    'switches', (select coalesce(json_agg(json_build_object('id', w.id, 'name', w.name) order by w.name, w.id), '[]')
                   from net_switch w where w.location_id = l.id),
    'ports', (select coalesce(json_agg(${PORT} order by p.switch_name, p.switch_id, p.if_index::bigint, p.id), '[]')
                from ports p left join switch_connection k on k.switch_port_id = p.id left join server s on s.id = k.server_id),
    'size', (select coalesce(max(of_all), 0)::int from ports)) as matrix
    from location l where l.id = $1::int`

/** Which port of a location carries which VLAN, in one statement. @throws PanelError 404 */
export async function locationMatrix(location_id: number): Promise<VlanMatrix> {
  const { rows } = await db().pool.query<{ matrix: VlanMatrix }>(MATRIX, [location_id])
  const [row] = rows
  if (!row) throw notFound(msg`Location`, location_id)
  return row.matrix
}
