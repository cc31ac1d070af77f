import { storedSetting, storeSetting } from '../../db/stored-settings.ts'
import type { Work } from '../../db/transaction.ts'
import type { RoomContents } from './room-load.ts'

export const DEMO = 'demo'

/** `hall` (the key as stored) is null until the racks are there, and absent in an older demo without racks; the others in one without. */
type Contents = {
  cluster: number
  pool: number
  /** The cluster of containers; absent in a demo of earlier versions. */
  containers?: number
  owners: number[]
  hall?: RoomContents | null
  presets?: number[]
  storages?: number[]
  tags?: number[]
  backup_locations?: number[]
  schedules?: number[]
}

/** What the demo consists of, so that removing it touches nothing else; null when it is not loaded. */
export async function demoContents(): Promise<Contents | null> {
  return ((await storedSetting(DEMO)) as Contents | undefined) ?? null
}

export const saveDemo = (value: Contents) => storeSetting(DEMO, value)

/** Notes what the racks consist of, with them. */
export async function saveRoom({ sql }: Work, room: RoomContents | null) {
  await sql(
    `update setting set value = value || jsonb_build_object('hall', $2::jsonb) where name = $1 returning name`,
    [DEMO, JSON.stringify(room)],
  )
}

/** Notes which storages and tags belong to it. */
export const saveStorages = (work: Work, storages: number[], tags: number[]) => saveMore(work, { storages, tags })

/** Notes which backup locations belong to it. */
export const saveLocations = (work: Work, backup_locations: number[]) => saveMore(work, { backup_locations })

/** Notes which schedules belong to it. */
export const saveSchedules = (work: Work, schedules: number[]) => saveMore(work, { schedules })

async function saveMore({ sql }: Work, more: Partial<Contents>) {
  await sql(`update setting set value = value || $2::jsonb where name = $1 returning name`, [
    DEMO,
    JSON.stringify(more),
  ])
}
