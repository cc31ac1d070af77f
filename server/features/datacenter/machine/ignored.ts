import { db } from '../../../db/pool.ts'

/** Network cards by which machines of a location booted that are ignored. What they say of others of theirs is not believed: it would keep other machines away. */
export async function ignoredMacs(location_id: number): Promise<string[]> {
  const { rows } = await db().pool.query<{ mac: string }>(
    `select distinct b.mac from machine m cross join unnest(m.boot_macs) b(mac)
      where m.location_id = $1::int and m.state = 'ignored' order by 1`,
    [location_id],
  )
  return rows.map(({ mac }) => mac)
}
