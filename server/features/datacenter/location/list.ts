import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { locationFields } from '../../../domain/location/fields.ts'
import { locationStatuses } from '../../../domain/location/states.ts'
import { msg } from '../../../shared/text.ts'
import { healthLink } from '../../platform/problem/health.ts'
import { locationHealthOf } from '../../platform/problem/health-of-places.ts'

const count = (table: string) => `(select count(*)::int from ${table} d where d.location_id = l.id)`

const health = locationHealthOf('l.id')

/** Locations are the administrators'. */
export const locationList = defineList<Actor>({
  name: 'location',
  what: msg`Location`,
  from: 'location l',
  joins: health.joins,
  links: healthLink,
  fields: {
    id: { type: 'int', sql: 'l.id' },
    ...listFields(locationFields, 'l'),
    ssh_address: { type: 'text', sql: 'l.ssh_address', order: 'l.ssh_address::inet' },
    status: { type: 'enum', sql: 'l.status', values: locationStatuses },
    fault: { type: 'text', sql: 'l.fault', nullable: true },
    checked_at: { type: 'time', sql: 'l.checked_at', nullable: true },
    userspace: { type: 'int', sql: 'l.userspace' },
    rack_count: { type: 'int', sql: count('rack') },
    server_count: { type: 'int', sql: count('server') },
    switch_count: { type: 'int', sql: count('net_switch') },
    pdu_count: { type: 'int', sql: count('pdu') },
    poll_limit: { type: 'int', sql: 'l.poll_limit' },
    provisioning_vlan: { type: 'int', sql: 'l.provisioning_vlan', nullable: true },
    version: { type: 'int', sql: 'l.version' },
    ...health.fields,
  },
  row: {
    params_dhcp: 'l.params_dhcp',
    params_web: 'l.params_web',
    params_cache: "l.params_cache - 'password'",
    setup_info: 'l.setup_info',
    dhcp4_conf: 'l.dhcp4_conf',
    container_compose: 'l.container_compose',
    components: `(select coalesce(jsonb_agg(jsonb_build_object('component', c.component, 'fault', c.fault, 'since', c.fault_at, 'checked_at', c.checked_at,
                          'bytes', c.bytes, 'free_bytes', c.free_bytes) order by c.component), '[]')
                    from location_component c where c.location_id = l.id)`,
    os_templates: `(select jsonb_build_object('there', count(x.content), 'need_update', count(*) filter (where x.status = 'need_update'),
                           'failed', count(*) filter (where x.status = 'fail'))
                      from os_template_location x where x.location_id = l.id)`,
  },
  search: ['name', 'geolocation', 'ssh_address'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
