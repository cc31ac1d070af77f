import { defineFields } from '../shared/field.ts'
import { keyAlgorithms, nameServerKinds } from './kinds.ts'

/** The fields of a name server that are its own, but its secret, which is only written. */
export const nameServerFields = defineFields({
  name: { type: 'text', format: 'named', atMost: 200, required: true },
  kind: { type: 'enum', values: nameServerKinds, required: true, body: 'create' },
  address: { type: 'text', min: 1, atMost: 253, required: true, mono: true, describe: 'Host name or address' },
  port: {
    type: 'int',
    min: 1,
    max: 65_535,
    nullable: true,
    clearable: true,
    describe: 'null: the usual one of its kind',
  },
  zones: {
    type: 'text',
    atMost: 4000,
    lines: 2,
    mono: true,
    describe:
      'Reverse zones, with commas or blanks between them: `2.0.192.in-addr.arpa`, `0/26.2.0.192.in-addr.arpa`, or networks such as `192.0.2.0/24`. Empty: those that the server holds',
  },
  key_name: { type: 'text', atMost: 253, mono: true, describe: 'Name of the TSIG key; only for rfc2136' },
  key_algorithm: { type: 'enum', values: keyAlgorithms },
  is_https: { type: 'bool', describe: 'Only for power_dns: the API is reached over TLS' },
  certificate: {
    type: 'text',
    atMost: 16_384,
    lines: 3,
    mono: true,
    column: false,
    filter: false,
    describe: 'PEM: the authority of its certificate, or the certificate. Empty: the authorities of the system',
  },
  ttl: { type: 'int', min: 0, max: 604_800, describe: 'Seconds, of the records' },
  note: { type: 'text', atMost: 2000, lines: 2 },
})
