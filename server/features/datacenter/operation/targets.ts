import type { operation } from '../../../../generated/prisma/client.ts'
import { db } from '../../../db/pool.ts'
import type { Raid } from '../../../domain/operation/raids.ts'
import type { HardwareReport } from '../../../domain/operation/report.ts'
import { isSpared } from '../../../domain/operation/spared.ts'
import { defaultDisks, whyNoDefault } from '../../../domain/operation-plan/disks.ts'
import type { Text } from '../../../shared/text.ts'

type Disk = HardwareReport['disks'][number]
type Asked = Pick<operation, 'disks' | 'hdd_raid' | 'clear_hdd'>

/** Serial number of a disk, else its WWN: what jobs name it by. */
export const diskName = ({ serial, wwn }: { serial: string; wwn: string }): string => serial || wwn

/**
 * SQL of rows `(name, n)`: serial numbers or WWNs of the disks that hold the system installed by operation `i`, in their order. Where none were
 * chosen, those that were cleared for it; without an array it is on the first, and the others are empty.
 */
export const heldDisksSql = (i: string) => `(select d.name, d.n from (
    select u.name, u.n from unnest(${i}.disks) with ordinality u(name, n)
     union all select coalesce(nullif(w->>'serial', ''), w->>'wwn'), n from jsonb_array_elements(${i}.result->'disks') with ordinality c(w, n) where ${i}.disks = '{}'
  ) d where d.n = 1 or ${i}.hdd_raid <> 'no_raid')`

/** SQL of the same of a server `s`, as JSON: `[]` where the panel has installed nothing on it. */
export const ownDisksSql = (s: string) => `coalesce((select json_agg(d.name order by d.n) from operation i, lateral
    ${heldDisksSql('i')} d where i.id = ${s}.installed_id), '[]'::json)`

export async function ownDisks(server_id: number): Promise<string[]> {
  const { rows } = await db().pool.query<{ own: string[] }>(
    `select ${ownDisksSql('s')} as own from server s where s.id = $1::int`,
    [server_id],
  )
  return rows[0]?.own ?? []
}

/** As the rule of defaults sees disks. Where all are cleared anyway, what they are members of is lost. */
export const seenDisks = (disks: readonly Disk[], clears: boolean, own: readonly string[]) =>
  disks.map((disk) => {
    const id = diskName(disk)
    return { disk, id, bytes: disk.bytes, spared: clears ? disk.transport === 'usb' : isSpared({ id, ...disk }, own) }
  })

/** Disks that a system is installed on: those that were chosen, in the order of that choice, else by the rule of defaults. @param own as `ownDisks` has them */
export function targetsOf(row: Asked, { disks }: Pick<HardwareReport, 'disks'>, own: readonly string[]): Disk[] {
  if (row.disks.length > 0) return row.disks.flatMap((name) => disks.find((disk) => diskName(disk) === name) ?? [])
  return defaultDisks(row.hdd_raid as Raid, seenDisks(disks, row.clear_hdd !== 'none', own)).map(({ disk }) => disk)
}

/** Why a system cannot be installed on a machine of which nobody has chosen disks, or null. */
export async function whyNoTarget(
  row: Asked & Pick<operation, 'type' | 'server_id'>,
  { disks }: Pick<HardwareReport, 'disks'>,
): Promise<Text | null> {
  if (row.type !== 'install' || row.disks.length > 0) return null
  const own = await ownDisks(row.server_id)
  return whyNoDefault(row.hdd_raid as Raid, seenDisks(disks, row.clear_hdd !== 'none', own)) ?? null
}
