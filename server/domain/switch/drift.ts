import { z } from 'zod'
import { linkId } from '../shared/fields.ts'
import { macText } from '../shared/network-fields.ts'

/**
 * Where the panel and a switch disagree: `admin` and `vlan` of what people asked for, `neighbour` another server or switch at the port than
 * the one connected, `mac` an address that the server at the port is not known to have.
 */
export const driftKinds = ['admin', 'vlan', 'neighbour', 'mac'] as const

const named = z.object({ id: z.int(), name: z.string() })
const vlan = z.object({ vlan_id: z.int().nullable(), is_trunk: z.boolean(), trunk_members: z.array(z.int()) })

export const drift = z.object({
  kind: z.enum(driftKinds),
  port_id: z.int(),
  port_name: z.string(),
  /** Stored value and value reported by the switch; one of these, by kind. */
  wanted: z.object({ admin_status: z.string(), vlan, server: named }).partial(),
  found: z
    .object({
      admin_status: z.string(),
      vlan,
      server: named.describe('Whom the neighbour or the address belongs to, when that is known'),
      system_name: z.string().describe('What the neighbour calls itself'),
      mac: z.string(),
    })
    .partial(),
  can_accept: z.boolean().describe('The panel can take over what the switch says'),
  can_enforce: z.boolean().describe('The panel can bring its own to the switch'),
})
export type Drift = z.infer<typeof drift>
export const driftList = z.object({ list: z.array(drift) })

export const driftAccept = z.strictObject({
  kind: z.enum(driftKinds),
  mac: macText.max(17).optional().describe('Which address, of the kind mac'),
  server_id: linkId.optional().describe('Which server, of the kind neighbour'),
})
export type DriftAccept = z.infer<typeof driftAccept>
export const driftEnforce = z.strictObject({ kind: z.enum(driftKinds) })

export const suggestionReasons = ['lldp', 'mac'] as const
/** A link that the switch knows of and the panel does not: `POST /switch_connection` makes it. */
export const suggestionList = z.object({
  list: z.array(
    z.object({
      switch_port_id: z.int(),
      port_name: z.string(),
      server_id: z.int(),
      server_name: z.string(),
      reasons: z
        .array(z.enum(suggestionReasons))
        .describe('What it follows from: the neighbour itself, or its addresses'),
    }),
  ),
})
