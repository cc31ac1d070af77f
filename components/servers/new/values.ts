import { ipmiTypes } from '../../../server/domain/ipmi/kinds.ts'
import type { IpmiCreate } from '../../../server/domain/ipmi/schema.ts'
import { serverFields } from '../../../server/domain/server/fields.ts'
import type { ServerCreate } from '../../../server/domain/server/schema.ts'
import { formValues, toCreate } from '../../../server/domain/shared/field.ts'
import { macsIn } from '../../form/mac-list.ts'
import type { NewServer } from './rules.ts'

export const blank: NewServer = {
  type: 'server',
  platform: null,
  rack: null,
  unit: '',
  chassis: null,
  slot: '',
  ...formValues(serverFields, 'create'),
  owner: null,
  mac: '',
  controller_type: ipmiTypes[0],
  controller_ip: '',
  controller_username: '',
  controller_password: '',
}

/** The request: given fields only, and of the two placements the one that belongs to the kind. */
export function serverBody(values: NewServer): ServerCreate {
  const { type, platform, rack, unit, chassis, slot, mac } = values
  const macs = macsIn(mac)
  return {
    ...toCreate(serverFields, values),
    platform: Number(platform?.value),
    ...(type === 'blade'
      ? { chassis: Number(chassis?.value), slot: Number(slot) }
      : { rack: Number(rack?.value), unit: Number(unit) }),
    ...(macs.length > 0 && { mac: macs }),
  }
}

/** The request for the server's controller; null when none was named. */
export function controllerBody(values: NewServer): IpmiCreate | null {
  const { controller_type: type, controller_ip: ip, controller_username: username } = values
  return ip === '' ? null : { type, ip, username, password: values.controller_password }
}
