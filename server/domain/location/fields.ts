import { defineFields } from '../shared/field.ts'

/** The fields of a location that are its own, the way to its control host among them. */
export const locationFields = defineFields({
  name: { type: 'text', format: 'named', atMost: 200, required: true, import: { key: true, example: 'Oslo' } },
  geolocation: { type: 'text', atMost: 500, import: { example: 'Oslo, Norway' } },
  ssh_address: { type: 'text', format: 'ipv4', required: true, mono: true, import: { example: '192.0.2.1' } },
  ssh_port: { type: 'int', min: 1, max: 65_535, required: true, import: { example: '22' } },
  ssh_user: {
    type: 'text',
    format: 'name',
    min: 1,
    atMost: 64,
    required: true,
    mono: true,
    import: { example: 'root' },
  },
})
