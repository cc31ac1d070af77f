import { z } from 'zod'

/** A node as programs on nodes ask for it. */
export const nodeShort = z.object({
  id: z.int(),
  ip: z.string(),
  cluster: z.object({ virtualization_type: z.enum(['dummy', 'kvm', 'lxd', 'legacy_v5', 'legacy_v5_dummy']) }),
  libvirt_error: z.string().nullable(),
})

const modes = [
  'active-backup',
  'broadcast',
  '802.3ad',
  'balance-tlb',
  'balance-alb',
  'balance-rr',
  'balance-xor',
] as const

export const nodeInterface = z.object({
  id: z.int(),
  name: z.string(),
  type: z.enum(['eth', 'bond', 'bridge']),
  state: z.string(),
  mac: z.string().nullable(),
  used: z.boolean(),
  take_slave_ip: z.boolean(),
  host_count: z.int(),
  vlan: z.int().nullable(),
  is_default: z.boolean(),
  is_main_network: z.boolean(),
  slaves: z.array(z.string()),
  mode: z.enum(modes).nullable(),
  ip_params: z
    .object({
      v4: z.string().nullable(),
      v6: z.string().nullable(),
      gateway_v4: z.string().nullable(),
      gateway_v6: z.string().nullable(),
    })
    .nullable(),
  old_values: z.object({}).nullable(),
})
