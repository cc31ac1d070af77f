import { z } from 'zod'
import { rule } from '../../shared/rule.ts'
import { MOST_MEMBERS } from '../address-group/members.ts'
import { bodyId } from '../shared/fields.ts'

const MOST_RULES = 100
const address = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()])

export const packetActions = ['accept', 'drop', 'reject'] as const
export const packetDirections = ['in', 'out'] as const
export const packetProtocols = ['tcp', 'udp', 'icmp', 'any'] as const

/** One sentence about packets of a VM: what becomes of which, coming in or going out, and to or from whom. */
export const packetRule = z
  .strictObject({
    action: z.enum(packetActions),
    direction: z.enum(packetDirections),
    protocols: z.array(z.enum(packetProtocols)).min(1).max(3),
    portstart: z.int().min(1).max(65_535).nullable().default(null).describe('Of TCP and UDP; null: all ports'),
    portend: z.int().min(1).max(65_535).nullable().default(null),
    peers: z
      .array(
        z
          .string()
          .refine((text) => address.safeParse(text).success, rule`an address, or a network such as 192.0.2.0/24`),
      )
      .max(MOST_MEMBERS)
      .default([])
      .describe('Addresses and networks of the other side; none: anywhere'),
    group: bodyId
      .nullable()
      .default(null)
      .describe('A group of addresses instead of `peers`, of the owner of the VM or for all; what it has then counts'),
    rate: z
      .int()
      .min(1)
      .max(1_000_000)
      .nullable()
      .default(null)
      .describe('Packets a second: only so many are let through, or what is above is dropped or rejected'),
    note: z
      .string()
      .refine((text) => text.length <= 120 && !/\p{Cc}/u.test(text), rule`one line of at most 120 characters`)
      .default(''),
    enabled: z.boolean().default(true),
  })
  .refine(
    ({ portstart, portend }) => (portstart === null) === (portend === null) && (portstart ?? 0) <= (portend ?? 0),
    rule`portstart and portend go together, the lower first`,
  )
  .refine(
    ({ protocols }) => !protocols.includes('any') || protocols.length === 1,
    rule`any stands for all protocols, so it stands alone`,
  )
  .refine(
    ({ protocols, portstart }) => portstart === null || protocols.every((one) => one === 'tcp' || one === 'udp'),
    rule`only TCP and UDP have ports`,
  )
  .refine(
    ({ peers, group }) => group === null || peers.length === 0,
    rule`a rule names a group, or addresses and networks`,
  )
export type PacketRule = z.output<typeof packetRule>

export const packetRulesBody = z.strictObject({
  rules: z.array(packetRule).refine((list) => list.length <= MOST_RULES, rule`at most ${MOST_RULES} rules`),
})

const count = z.object({ packets: z.int(), bytes: z.int() })

/** What packet rules a VM has, in the order in which they are looked at, and what they have met since they were last changed. */
export const packetRulesRecord = z.object({
  anti_spoofing: z.boolean(),
  fixed: z.int().describe('So many rules come first: those of `firewall_rules`'),
  actions: z.array(z.enum(packetActions)).describe('What the node of the VM can do with packets'),
  list: z.array(z.object({ ...packetRule.shape, met: count.nullable().describe('Null when the node was not asked') })),
  groups: z
    .array(z.object({ id: z.int(), name: z.string(), members: z.array(z.string()) }))
    .describe('Groups of addresses that the rules name'),
  forged: count.nullable().describe('What anti-spoofing has dropped'),
})
export type PacketRules = z.infer<typeof packetRulesRecord>
