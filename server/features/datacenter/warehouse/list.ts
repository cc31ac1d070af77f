import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { raw } from '../../../api/list/sql.ts'
import { warehouseKinds, warehouseStatuses } from '../../../domain/warehouse/kinds.ts'

/** What is in stock is the administrators'. */
export const stockItemList = defineList<Actor>({
  name: 'stock_item',
  from: 'stock_item i',
  joins: { l: 'left join location l on l.id = i.location_id' },
  fields: {
    id: { type: 'int', sql: 'i.id' },
    name: { type: 'text', sql: 'i.name' },
    warehouse_status: { type: 'enum', sql: 'i.warehouse_status', values: warehouseStatuses },
    device_type: { type: 'enum', sql: 'i.device_type', values: warehouseKinds },
    serial: { type: 'text', sql: 'i.serial' },
    quantity: { type: 'int', sql: 'i.quantity' },
    'location.id': { type: 'int', sql: 'i.location_id', nullable: true },
    'location.name': { type: 'text', sql: 'l.name', nullable: true },
    place: { type: 'text', sql: 'i.place' },
    note: { type: 'text', sql: 'i.note' },
    version: { type: 'int', sql: 'i.version' },
  },
  links: { location: 'location.id' },
  search: ['name', 'serial', 'place', 'note'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
