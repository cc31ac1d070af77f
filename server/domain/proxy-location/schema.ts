import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { linkId } from '../shared/fields.ts'
import { proxyLocationStatuses } from './states.ts'

export const proxyLocationRecord = z.object({
  id: z.int().describe('That of the location'),
  location: z.int(),
  location_name: z.string(),
  instance: z.int().describe('Always 1: the panel itself'),
  status: z.enum(proxyLocationStatuses),
  fault: z.string().nullable().describe('Why the last work on it, or the last connection, failed'),
  mode: z.enum(['program', 'container']).describe('Started over SSH for each connection, or waiting on the host'),
  outdated: z.boolean().describe('The panel has a newer one'),
  iso_mount: z.boolean(),
  runtime_agree: z.boolean(),
  installed_at: z.string().nullable(),
  container_compose: z.string().describe('Base64 of a composition file that runs the relay in a container'),
  supported_ipmi_consoles: z.array(z.string()),
})
export type ProxyLocation = z.infer<typeof proxyLocationRecord>

const locations = z.array(linkId).refine((list) => list.length <= 1000, rule`at most 1000 locations`)

export const proxySetup = z.strictObject({ locations, runtime_agree: z.boolean(), iso_mount: z.boolean().optional() })
export type ProxySetup = z.infer<typeof proxySetup>
export const proxyUpdate = z.strictObject({ locations })
export const proxyResetup = z.strictObject({ location_id: linkId })
