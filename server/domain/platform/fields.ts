import { defineFields, type IntField } from '../shared/field.ts'
import { platformTypes, platformWidths } from './kinds.ts'

const slots = <const Max extends number>(max: Max, example: string) =>
  ({ type: 'int', min: 1, max, required: true, import: { example } }) satisfies IntField
/** Chosen by how the model looks; fixed once servers of it stand somewhere. */
const look = { form: false, column: false, filter: false } as const

/** The fields of a hardware model that are its own. */
export const platformFields = defineFields({
  name: { type: 'text', format: 'label', min: 1, max: 49, required: true, import: { key: true, example: 'Rack 1U' } },
  type: {
    ...look,
    type: 'enum',
    values: platformTypes,
    required: true,
    body: 'create',
    import: { fixed: true, example: 'server' },
  },
  server_size: {
    ...look,
    type: 'int',
    min: 1,
    max: 2,
    required: true,
    body: 'create',
    describe: 'Units of a server, slots of a blade',
    import: { fixed: true, example: '1' },
  },
  width: {
    ...look,
    type: 'enum',
    values: platformWidths,
    body: 'none',
    describe: 'Two servers of half width share a unit',
    import: { example: 'full' },
  },
  ram_slot_count: slots(64, '16'),
  max_ram: { type: 'int', min: 1, max: 2_147_483_647, unit: 'GiB', required: true, import: { example: '512' } },
  hdd_slot_count: slots(90, '8'),
  pci_slot_count: slots(30, '2'),
})
