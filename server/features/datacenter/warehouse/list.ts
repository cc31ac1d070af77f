import type { Actor } from '../../../api/context.ts'
import { defineList } from '../../../api/list/define.ts'
import { listFields } from '../../../api/list/of-fields.ts'
import { raw } from '../../../api/list/sql.ts'
import { stockFields } from '../../../domain/warehouse/fields.ts'
import { warehouseKinds } from '../../../domain/warehouse/kinds.ts'

/** What is in stock is the administrators'. */
export const stockItemList = defineList<Actor>({
  name: 'stock_item',
  from: 'stock_item i',
  joins: { l: 'left join location l on l.id = i.location_id' },
  fields: {
    id: { type: 'int', sql: 'i.id' },
    ...listFields(stockFields, 'i'),
    device_type: { type: 'enum', sql: 'i.device_type', values: warehouseKinds },
    'location.id': { type: 'int', sql: 'i.location_id', nullable: true },
    'location.name': { type: 'text', sql: 'l.name', nullable: true },
    version: { type: 'int', sql: 'i.version' },
  },
  links: { location: 'location.id' },
  search: ['name', 'serial', 'place', 'note'],
  visible: (actor) => (actor.isAdmin ? null : raw('false')),
})
