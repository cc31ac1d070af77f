import type { PacketRule } from './packet-rules.ts'

/** A group of addresses as packet rules take it. */
export type RuleGroup = { id: number; name: string; members: readonly string[] }

/** Packet rules as a record or a backup keeps them, also those of before there were groups. */
export const storedRules = (rules: unknown): PacketRule[] =>
  ((rules ?? []) as PacketRule[]).map((rule) => ({ ...rule, group: rule.group ?? null }))

/** Ids of the groups that rules name, each once. */
export const groupsIn = (rules: readonly PacketRule[]): number[] => [
  ...new Set(rules.flatMap(({ group }) => (group === null ? [] : [group]))),
]

const byId = (groups: readonly RuleGroup[]) => new Map(groups.map((one) => [one.id, one]))

/** The rules with the members of their groups beside the name of the group: what they are for nodes, trials and backups. */
export function withMembers(rules: readonly PacketRule[], groups: readonly RuleGroup[]): PacketRule[] {
  const known = byId(groups)
  return rules.map((rule) =>
    rule.group === null ? rule : { ...rule, peers: [...(known.get(rule.group)?.members ?? rule.peers)] },
  )
}

/** Rules that have members beside their groups, for a VM that may name `groups` alone: of others the members stay. */
export function withoutGroups(rules: readonly PacketRule[], groups: readonly RuleGroup[]): PacketRule[] {
  const known = byId(groups)
  return rules.map((rule) => {
    if (rule.group === null) return rule
    // Without peers it would be about everyone: closed stays closed, and nothing is let in.
    if (!known.has(rule.group) && rule.peers.length === 0)
      return { ...rule, group: null, enabled: rule.enabled && rule.action !== 'accept' }
    return known.has(rule.group) ? { ...rule, peers: [] } : { ...rule, group: null }
  })
}
