import { msg, type Text } from '../../shared/text.ts'
import { heldBackWords, isHeldBack } from '../server/device-gate.ts'

/** What keeps any operation from beginning on a server, the first thing to mend first. `HINDRANCES` of the claim has the same in SQL. */
export const operationHindrances = [
  'operation',
  'power',
  'protected',
  'hosts',
  'mac',
  'location',
  'controller',
  'port',
  'port_driver',
] as const
export type OperationHindrance = (typeof operationHindrances)[number]

/** The same in words: refusals and menus say the same. */
export const hindranceWords: Record<OperationHindrance, (server: string) => Text> = {
  operation: (name) => msg`An operation is under way on the server ${name}: wait until it has ended, or cancel it`,
  power: (name) => msg`The power of the server ${name} is being switched: wait until this has ended`,
  protected: (name) => msg`Server ${name} is protected: turn off protection first`,
  hosts: (name) => msg`Virtual machines run on the server ${name}: stop or move them first`,
  mac: (name) => msg`No network card of the server ${name} is known: add the MAC address that it boots by`,
  location: (name) => msg`The location of the server ${name} has no boot services: set them up first`,
  controller: (name) =>
    msg`The management controller of the server ${name} does not answer, so its power is not known: see to the controller first`,
  port: (name) =>
    msg`The location of the server ${name} has a provisioning VLAN, and no switch port of the server is known: connect it first`,
  port_driver: (name) =>
    msg`A switch port of the server ${name} cannot be put into the provisioning VLAN: it is an uplink, was not found by the last poll, or its switch has no driver that changes VLANs`,
}

type Found = { name: string; state: string; hindrances: readonly OperationHindrance[] }
export type WhyNoOperation = { hindrance: OperationHindrance | 'suspended'; words: Text }

/** Why nothing can begin on a server now, or undefined. Whether the asker may do it at all is decided by the endpoint. */
export function whyNoOperation(server: Found, asker: { isAdmin: boolean }): WhyNoOperation | undefined {
  if (isHeldBack(server, asker)) return { hindrance: 'suspended', words: heldBackWords(server.name) }
  const hindrance = operationHindrances.find((one) => server.hindrances.includes(one))
  return hindrance && { hindrance, words: hindranceWords[hindrance](server.name) }
}
