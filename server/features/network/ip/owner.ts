import type { Work } from '../../../db/transaction.ts'

/** The addresses of a VM or server go to its new owner with it. Answers their ids. */
export async function passAddressesOn(
  { tx }: Work,
  of: { host_id: number } | { server_id: number },
  account_id: number | null,
): Promise<number[]> {
  const rows = await tx.ip.updateManyAndReturn({ where: of, data: { account_id }, select: { id: true } })
  return rows.map(({ id }) => id)
}
