import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { platformTypes, platformWidths } from '../../../domain/platform/kinds.ts'

export const platformList = defineList<Actor>({
  name: 'platform',
  from: 'platform p join cpu_socket c on c.id = p.cpu_socket',
  fields: {
    id: { type: 'int', sql: 'p.id' },
    name: { type: 'text', sql: 'p.name' },
    type: { type: 'enum', sql: 'p.type', values: platformTypes },
    server_size: { type: 'int', sql: 'p.server_size' },
    width: { type: 'enum', sql: 'p.width', values: platformWidths },
    cpu_socket: { type: 'int', sql: 'p.cpu_socket' },
    cpu_socket_name: { type: 'text', sql: 'c.name' },
    cpu_socket_count: { type: 'int', sql: 'p.cpu_socket_count' },
    ram_slot_count: { type: 'int', sql: 'p.ram_slot_count' },
    max_ram: { type: 'int', sql: 'p.max_ram' },
    hdd_slot_count: { type: 'int', sql: 'p.hdd_slot_count' },
    pci_slot_count: { type: 'int', sql: 'p.pci_slot_count' },
    server_count: { type: 'int', sql: '(select count(*)::int from server s where s.platform_id = p.id)' },
    version: { type: 'int', sql: 'p.version' },
  },
  search: ['name'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
