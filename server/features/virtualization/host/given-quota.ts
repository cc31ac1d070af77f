import type { Work } from '../../../db/transaction.ts'
import type { Size } from '../../../domain/host/size.ts'
import { takeQuota } from '../../access/user-limit/quota.ts'

type Host = { account_id: number; cpu_number: number; ram_mib: number; hdd_mib: number; ipv4_number: number }

/** What a VM takes of its owner's limits, with what is asked for already. */
async function takenBy(work: Work, host_id: number): Promise<Host | undefined> {
  const [host] = await work.sql<Host>(
    `select h.account_id, greatest(h.cpu_number, h.cpu_number_new) as cpu_number, greatest(h.ram_mib, h.ram_mib_new) as ram_mib,
            (select coalesce(sum(greatest(d.size_mib, d.size_mib_new)::bigint), 0)::float8 from disk d where d.host_id = h.id) as hdd_mib,
            (select count(*)::int from ip i where i.host_id = h.id and i.family = 2) as ipv4_number
       from host h where h.id = $1::int`,
    [host_id],
  )
  return host
}

/**
 * Makes room for the growth of a VM; less is always taken. Called before its row is locked.
 * @param hdd_mib what its disks grow by
 * @throws PanelError `no_resources` when the owner's limits leave no room
 */
export async function takeQuotaForSize(work: Work, host_id: number, size: Partial<Size>, hdd_mib = 0): Promise<void> {
  const host = await takenBy(work, host_id)
  if (!host) return
  const { account_id, ...before } = host
  const asked = { ...before, ...size, hdd_mib: before.hdd_mib + hdd_mib }
  if (asked.cpu_number > before.cpu_number || asked.ram_mib > before.ram_mib || hdd_mib > 0)
    await takeQuota(work, account_id, asked, before)
}

/** The same for a disk that is attached: it counts for its owner already, and now for the VM as well. */
export async function takeQuotaForDisk(work: Work, host_id: number, size_mib: number): Promise<void> {
  const host = await takenBy(work, host_id)
  if (!host) return
  const { account_id, ...before } = host
  await takeQuota(work, account_id, { ...before, hdd_mib: before.hdd_mib + size_mib }, before, size_mib)
}

/** Makes room for a disk that belongs to no VM, or for its growth. */
export const takeQuotaForFreeDisk = (work: Work, account_id: number, size_mib: number, before_mib = 0) =>
  takeQuota(
    work,
    account_id,
    { cpu_number: 0, ram_mib: 0, hdd_mib: size_mib, ipv4_number: 0 },
    { cpu_number: 0, ram_mib: 0, hdd_mib: before_mib, ipv4_number: 0 },
  )

/** The same for more IPv4 addresses. */
export async function takeQuotaForAddresses(work: Work, host_id: number, more: number): Promise<void> {
  const host = await takenBy(work, host_id)
  if (!host) return
  const { account_id, ...before } = host
  await takeQuota(work, account_id, { ...before, ipv4_number: before.ipv4_number + more }, before)
}

/**
 * Makes room for a VM that is given to another account. Asked when the change is accepted, and again when it is done.
 * @throws PanelError `no_resources` when the new owner's limits leave no room
 */
export async function takeQuotaFor(work: Work, host_id: number, account_id: number): Promise<void> {
  const host = await takenBy(work, host_id)
  if (!host || host.account_id === account_id) return
  const { account_id: _, ...taken } = host
  await takeQuota(work, account_id, taken)
}
