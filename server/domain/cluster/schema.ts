import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { hostFilter } from '../host-filter/schema.ts'
import { createShape, editShape } from '../shared/field-schema.ts'
import { ipAddress, orEmpty } from '../shared/fields.ts'
import { domainTemplate, hostText, ipText, macText } from '../shared/network-fields.ts'
import { clusterFields } from './fields.ts'
import { virtualizationTypes } from './kinds.ts'

const bgpSessions = z.array(z.strictObject({ ip: ipText, bgp_as: z.int(), comment: z.string().optional() }))

const bgp = {
  bgp_community: z.string().optional(),
  bgp_as: z.int().min(1).optional(),
  bgp_sessions: bgpSessions.optional(),
  bgp_community_v6: z.string().optional(),
  bgp_as_v6: z.int().min(1).optional(),
  bgp_sessions_v6: bgpSessions.optional(),
}

const DEFAULT_GATEWAY = '10.0.0.1'

const datacenterParams = z
  .strictObject({
    gateway: orEmpty(z.ipv4())
      .default(DEFAULT_GATEWAY)
      .transform((text) => text || DEFAULT_GATEWAY),
    mac: macText.default('02:00:00:00:00:01'),
    ...bgp,
  })
  .refine(
    (v) => (v.bgp_as && v.bgp_sessions) || (v.bgp_as_v6 && v.bgp_sessions_v6),
    rule`bgp_as with bgp_sessions, or bgp_as_v6 with bgp_sessions_v6, is required`,
  )
  .meta({ anyOf: [{ required: ['bgp_as', 'bgp_sessions'] }, { required: ['bgp_as_v6', 'bgp_sessions_v6'] }] })

/** What creation and edit have in common beside the cluster's own fields. */
const common = z
  .object({
    interfaces: z.array(
      z.strictObject({
        interface: z.int().refine((number) => number === 0 || number === 1, rule`0 (main network) or 1`),
        ippool: z.array(z.int()),
      }),
    ),
    os: z.array(z.int()),
    backup_locations: z.array(z.int()),
    host_filter: hostFilter,
    domain_template: domainTemplate,
    datacenter_params: datacenterParams,
    proxy_enabled: z.boolean(),
    dns_servers: z.array(ipAddress).nullable(),
    node_network: z.strictObject({
      timeout: z.int().min(5).max(1800).optional(),
      gateway: orEmpty(z.ipv4()).nullable().optional(),
    }),
    vxlan_settings: z.strictObject(bgp),
    balancer_config: z.strictObject({
      period_minutes: z.int().min(1).optional(),
      high_threshold_cpu: z.int().min(0).max(100).optional(),
      high_threshold_mem: z.int().min(0).max(100).optional(),
    }),
  })
  .partial()

export const clusterCreate = z.strictObject({
  ...createShape(clusterFields),
  ...common.shape,
  virtualization_type: z.enum(virtualizationTypes),
  datacenter_type: z.enum(['common', 'vendor_dc', 'ip_fabric']).optional(),
})
export type ClusterCreate = z.infer<typeof clusterCreate>

/** Ceph parameters, or nothing for SAN. */
const haStorage = z.strictObject({
  fs_name: z.string().optional(),
  directory: z.string().optional(),
  username: z.string().optional(),
})

export const clusterEdit = z.strictObject({
  ...editShape(clusterFields),
  ...common.shape,
  ha: z
    .strictObject({
      enabled: z.boolean().optional(),
      checking_host: hostText.optional(),
      restore_on_fail_vms: z.boolean().optional(),
      restore_priority: z.int().min(1).max(999).optional(),
      agent_version: z.string().optional(),
      storages: z.record(z.string().regex(/^[0-9]+$/), haStorage).optional(),
    })
    .optional(),
})
export type ClusterEdit = z.infer<typeof clusterEdit>
