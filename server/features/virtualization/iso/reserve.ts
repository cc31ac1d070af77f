import { alone } from '../../../db/advisory.ts'
import { transaction, type Work } from '../../../db/transaction.ts'
import { requireRoom } from './folder.ts'
import { requireGrowth } from './limits.ts'

/** How far an image is noted, and its data folder looked at, each time so many bytes have arrived. */
export const LOOK_BYTES = 64 * 2 ** 20

/**
 * Refuses bytes that a data folder has no room for beside what it has promised to images on their way. Until the end of the transaction,
 * in which the caller writes `reserved`, nothing else is promised.
 * @param except image that the bytes are for
 * @throws PanelError `no_resources`
 */
export async function requireUnpromised(work: Work, folder: string, bytes: number, except = 0): Promise<void> {
  await alone(work, 'iso_folder', folder)
  const [row] = await work.sql<{ bytes: number }>(
    `select coalesce(sum(greatest(reserved - received, 0)), 0)::float8 as bytes from iso
      where folder = $1::uuid and id <> $2::int and state in ('uploading', 'downloading')`,
    [folder, except],
  )
  await requireRoom(bytes, row?.bytes ?? 0)
}

type Growing = { id: number; account_id: number | null; folder: string }

/**
 * Notes how far an image that is fetched is, and promises it the room up to a size.
 * @throws PanelError `no_resources` when its account or the data folder has no room for that
 */
export const reserve = (row: Growing, received: number, reserved: number): Promise<void> =>
  transaction(async (work) => {
    await requireGrowth(work, row, reserved)
    await requireUnpromised(work, row.folder, Math.max(0, reserved - received), row.id)
    await work.tx.iso.updateMany({
      where: { id: row.id, state: 'downloading' },
      data: { received: BigInt(received), reserved: BigInt(reserved) },
    })
  })
