import { pduFields } from '../../server/domain/pdu/fields.ts'
import { switchFields } from '../../server/domain/switch/fields.ts'

/** The own fields of each kind of device. */
export const fieldsOfKind = { switch: switchFields, pdu: pduFields }
