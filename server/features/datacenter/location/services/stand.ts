import { createHash } from 'node:crypto'
import { db } from '../../../../db/pool.ts'
import type { Work } from '../../../../db/transaction.ts'
import { locationLifecycle, type locationStatuses } from '../../../../domain/location/states.ts'
import { isSetUpSql } from './serves.ts'

/** Where a location stands: `moving` while a set-up or removal works on its services, `way` a sum of how its control host is reached. */
export type Stand = { moving: boolean; way: string }

/** @returns null for one without services */
export async function standOf(location_id: number): Promise<Stand | null> {
  const location = await db().prisma.location.findUnique({ where: { id: location_id } })
  if (!location || Object.keys(location.dhcp4_conf as object).length === 0) return null
  const { status, ssh_address, ssh_port, ssh_user, ssh_password, host_key } = location
  const way = createHash('sha256').update(JSON.stringify([ssh_address, ssh_port, ssh_user, ssh_password, host_key]))
  return { moving: isMoving(status), way: way.digest('hex') }
}

const isMoving = (status: string) => locationLifecycle.isMoving(status as (typeof locationStatuses)[number])

/** Whether services are set up that nothing works on; they stay so until the end of the transaction. */
export async function isAtRest(work: Work, location_id: number): Promise<boolean> {
  const [row] = await work.sql<{ status: string }>(
    `select l.status from location l where l.id = $1::int and ${isSetUpSql('l')} for share`,
    [location_id],
  )
  return row !== undefined && !isMoving(row.status)
}
