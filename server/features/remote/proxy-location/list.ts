import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { proxyLocationStatuses } from '../../../domain/proxy-location/states.ts'
import { adminsOnly } from '../../datacenter/device/list-parts.ts'
import { currentProgram } from './program.ts'

/** A text of ours within SQL. */
const literal = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Locations that have a relay. */
export const proxyLocationList = () =>
  defineList<Actor>({
    name: 'proxy_location',
    from: 'proxy_location d join location l on l.id = d.location_id',
    fields: {
      id: { type: 'int', sql: 'd.location_id' },
      location: { type: 'int', sql: 'd.location_id' },
      location_name: { type: 'text', sql: 'l.name' },
      instance: { type: 'int', sql: '1' },
      status: { type: 'enum', sql: 'd.status', values: proxyLocationStatuses },
      fault: { type: 'text', sql: 'd.fault', nullable: true },
      mode: { type: 'enum', sql: 'd.mode', values: ['program', 'container'] },
      outdated: {
        type: 'bool',
        sql: `(d.mode = 'program' and d.program is distinct from ${literal(currentProgram().hash)})`,
      },
      iso_mount: { type: 'bool', sql: 'd.iso_mount' },
      runtime_agree: { type: 'bool', sql: 'd.runtime_agree' },
      installed_at: { type: 'time', sql: 'd.installed_at', nullable: true },
    },
    row: {
      container_compose: `${literal(currentProgram().compose)}::text`,
      supported_ipmi_consoles: `'["sol"]'::json`,
    },
    search: ['location_name'],
    visible: adminsOnly,
  })
