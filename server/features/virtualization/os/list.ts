import type { Actor } from '../../../api/context.ts'
import { defineList, type ListSpec } from '../../../api/list/define.ts'
import { timeText } from '../../../api/list/fields.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { jsonList } from '../../../api/list/row.ts'
import { raw } from '../../../api/list/sql.ts'
import { osFields } from '../../../domain/os/fields.ts'
import { msg } from '../../../shared/text.ts'

const shown = (sql: string) => timeText(sql)

const systems: ListSpec<Actor> = {
  name: 'os',
  what: msg`System`,
  from: 'os o join repository r on r.id = o.repository_id',
  fields: {
    id: { type: 'int', sql: 'o.id' },
    ...listFields(osFields, 'o'),
    repository: { type: 'text', sql: 'r.name' },
    repository_id: { type: 'int', sql: 'o.repository_id' },
    updated_at: { type: 'time', sql: 'o.updated_at', nullable: true },
    tags: { type: 'array', sql: 'o.tags' },
    state: { type: 'enum', sql: 'o.state', values: ['active', 'obsolete'] },
    has_product_key: { type: 'bool', sql: '(o.product_key is not null)' },
    kms_supported: { type: 'bool', sql: "(lower(o.os_group) = 'windows')" },
    kms_ip: { type: 'text', sql: 'o.kms_ip', nullable: true },
    kms_port: { type: 'text', sql: 'o.kms_port', nullable: true },
    is_lxd_image: { type: 'bool', sql: "(o.format = 'lxd')" },
    hdd_mib_required: { type: 'int', sql: 'o.hdd_mib_required' },
    min_ram_mib: { type: 'int', sql: 'o.min_ram_mib' },
    efi_boot: { type: 'bool', sql: 'o.efi_boot' },
    size_bytes: { type: 'int', sql: 'o.size_bytes' },
    version: { type: 'int', sql: 'o.version' },
  },
  members: {
    cluster: {
      from: 'os_cluster oc join cluster c on c.id = oc.cluster_id',
      where: 'oc.os_id = o.id',
      fields: { id: { type: 'int', sql: 'c.id' }, name: { type: 'text', sql: 'c.name' } },
    },
    node: {
      from: 'os_node om join node n on n.id = om.node_id',
      where: 'om.os_id = o.id',
      fields: { id: { type: 'int', sql: 'n.id' }, name: { type: 'text', sql: 'n.name' } },
    },
  },
  row: {
    product_key: 'null::text',
    clusters: jsonList(
      { id: 'c.id', name: 'c.name', updated_at: shown('coalesce(o.updated_at, r.created_at)') },
      'os_cluster oc join cluster c on c.id = oc.cluster_id where oc.os_id = o.id',
      'c.id',
    ),
    nodes: jsonList(
      { id: 'n.id', name: 'n.name', ip_addr: 'n.ip', ssh_port: 'n.port' },
      'os_node om join node n on n.id = om.node_id where om.os_id = o.id',
      'n.id',
    ),
  },
  search: ['name', 'os_group'],
  visible: (actor) => (actor.isAdmin ? null : raw("not o.adminonly and o.state = 'active'")),
}
const forAdministrators = defineList<Actor>(systems)
const { node: _, ...members } = systems.members ?? {}
const forUsers = defineList<Actor>({ ...systems, members, row: { ...systems.row, nodes: "'[]'::json" } })

/** Nodes and their addresses are the administrators' business. */
export const osList = (actor: Actor) => (actor.isAdmin ? forAdministrators : forUsers)
/** The fields of a row, without its lists. */
export const osFile = forUsers
