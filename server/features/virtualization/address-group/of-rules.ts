import type { Prisma } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import type { PacketRule } from '../../../domain/host/packet-rules.ts'
import { groupsIn, type RuleGroup, withMembers, withoutGroups } from '../../../domain/host/rule-groups.ts'
import { invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

type Found = RuleGroup & { account_id: number | null }

/** The groups that rules name. */
export async function groupsOf(
  tx: Pick<Prisma.TransactionClient, 'address_group'>,
  rules: readonly PacketRule[],
): Promise<Found[]> {
  const ids = groupsIn(rules)
  if (ids.length === 0) return []
  const select = { id: true, name: true, members: true, account_id: true }
  return tx.address_group.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' }, select })
}

/** Groups are named by rules of their owner's VMs, those for all by rules of any. */
const isFor = (account_id: number) => (group: Found) => group.account_id === null || group.account_id === account_id

/**
 * Keeps the groups that rules of an account's VM name from being deleted until the transaction ends.
 * @throws PanelError `invalid_input` for one that is not there, or not the account's
 */
export async function holdGroups(work: Work, rules: readonly PacketRule[], account_id: number): Promise<void> {
  const ids = groupsIn(rules)
  if (ids.length === 0) return
  await work.sql('select id from address_group where id = any($1::int[]) order by id for key share', [ids])
  const found = (await groupsOf(work.tx, rules)).filter(isFor(account_id))
  const missing = ids.find((id) => !found.some((one) => one.id === id))
  if (missing !== undefined) throw invalidInput(msg`The owner of the VM has no group of addresses ${missing}`, 'rules')
}

/** Rules as a backup keeps them: with what their groups have now, should these be gone one day. */
export const keptRules = async (work: Work, rules: readonly PacketRule[]): Promise<PacketRule[]> =>
  withMembers(rules, await groupsOf(work.tx, rules))

/** Such rules for a VM of an account: groups that it cannot name are written out as the addresses that they had. */
export async function rulesFor(work: Work, rules: readonly PacketRule[], account_id: number): Promise<PacketRule[]> {
  return withoutGroups(rules, (await groupsOf(work.tx, rules)).filter(isFor(account_id)))
}
