import { defineFields } from '../shared/field.ts'
import { warehouseStatuses } from './kinds.ts'

/** The fields of a device or part in stock. */
export const stockFields = defineFields({
  name: { type: 'text', format: 'named', atMost: 200, required: true },
  warehouse_status: { type: 'enum', values: warehouseStatuses, form: false },
  serial: { type: 'text', atMost: 200, mono: true },
  quantity: { type: 'int', min: 1, max: 1_000_000 },
  place: { type: 'text', atMost: 200, describe: 'Shelf or box, in words' },
  note: { type: 'text', atMost: 1500, lines: 2 },
})
