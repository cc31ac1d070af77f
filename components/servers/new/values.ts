import type { ServerCreate } from '../../../server/domain/server/schema.ts'
import { macsIn } from '../mac-list.ts'
import type { NewServer } from './rules.ts'

export const blank: NewServer = {
  type: 'server',
  platform: null,
  rack: null,
  unit: '',
  chassis: null,
  slot: '',
  name: '',
  owner: null,
  mac: '',
  barcode: '',
  domain: '',
  note: '',
}

/** The request: only what was said, and of the two places the one that belongs to the kind. */
export function serverBody(values: NewServer): ServerCreate {
  const { type, platform, rack, unit, chassis, slot, name, mac, barcode, domain, note } = values
  const macs = macsIn(mac)
  return {
    name,
    platform: Number(platform?.value),
    ...(type === 'blade'
      ? { chassis: Number(chassis?.value), slot: Number(slot) }
      : { rack: Number(rack?.value), unit: Number(unit) }),
    ...(macs.length > 0 && { mac: macs }),
    ...(barcode && { barcode }),
    ...(domain && { domain }),
    ...(note && { note }),
  }
}
