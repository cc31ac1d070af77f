import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { atMost, orEmpty } from '../shared/fields.ts'

const userName = atMost(64)(z.string().min(1).regex(/^[^ ]/, rule`must not be empty or begin with a space`))
const secret = atMost(256)(z.string())
const port = z.int().min(1).max(65_535)

const snmpPlain = {
  hostname: orEmpty(z.ipv4()).optional(),
  security_username: orEmpty(userName).optional(),
  version: z.enum(['snmp_v1', 'snmp_v2c', 'snmp_v3']).optional(),
  security_level: z.enum(['no_auth_or_privacy', 'auth_without_privacy', 'auth_with_privacy']).optional(),
  auth_protocol: z.enum(['MD5', 'SHA']).optional(),
  privacy_protocol: z.enum(['DES', 'AES']).optional(),
}

/** SNMP as it is given. An empty secret, or none, leaves the one that is kept. */
export const snmpParams = z.strictObject({
  ...snmpPlain,
  community: secret.optional(),
  auth_password: secret.optional(),
  privacy_password: secret.optional(),
})
export const sshParams = z.strictObject({
  user: orEmpty(userName).optional(),
  password: secret.optional(),
  port: port.optional(),
})
export const netconfParams = z.strictObject({
  username: atMost(64)(z.string()).optional(),
  password: secret.optional(),
  port: port.optional(),
  device_params: z.strictObject({ name: z.enum(['vendorB_os']).default('vendorB_os') }).optional(),
})

const neverReturned = z.string().optional().describe('Always empty: it is never returned')

/** The same in answers: without secrets; `{}` when there are none. */
export const snmpParamsPart = z.object({
  ...snmpPlain,
  hostname: z.string().optional(),
  security_username: z.string().optional(),
  community: neverReturned,
  auth_password: neverReturned,
  privacy_password: neverReturned,
})
export const sshParamsPart = z.object({
  user: z.string().optional(),
  password: neverReturned,
  port: z.int().optional(),
})
export const netconfParamsPart = z.object({
  username: z.string().optional(),
  password: neverReturned,
  port: z.int().optional(),
  device_params: z.object({ name: z.string().optional() }).optional(),
})

/** Which fields of the parameters are secrets: they are kept sealed, beside the rest. */
export const secretFields = {
  snmp: ['community', 'auth_password', 'privacy_password'],
  ssh: ['password'],
  netconf: ['password'],
} as const
export type ParamsKind = keyof typeof secretFields

/** A kind of device and what it speaks. */
export const supportedDevice = z.object({
  name: z.string(),
  protocol: z.array(z.string()),
  label: z.string(),
  capabilities: z.record(z.string(), z.boolean()).describe('What can be changed on devices of this kind'),
})
