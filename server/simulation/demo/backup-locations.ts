import { rm } from 'node:fs/promises'
import path from 'node:path'
import { db } from '../../db/pool.ts'
import { transaction, type Work } from '../../db/transaction.ts'
import { backupLocationEndpoints } from '../../features/virtualization/backup-location/endpoints.ts'
import { LOCATION_CHECKS } from '../../features/virtualization/backup-location/watch.ts'
import { panelSettings } from '../../process/settings.ts'
import { nudge } from '../../tasks/reconciler.ts'
import { type SftpServer, startSftpServer } from '../peers/sftp/server.ts'
import type { frontDoor } from './front-door.ts'
import { KeptTree } from './kept-tree.ts'
import { demoLocations, locationUser } from './plan/backup-locations.ts'

const ADDRESS = '127.0.0.1'
/** Where nothing answers. */
const CLOSED = 1

const folderOf = (id?: number) =>
  path.join(panelSettings().dataDirectory, 'demo-backup-locations', ...(id === undefined ? [] : [String(id)]))

/** Makes the backup locations of the demo; they are checked once they answer. @returns their ids */
export async function loadLocations(
  ask: Awaited<ReturnType<typeof frontDoor>>,
  clusters: readonly number[],
): Promise<number[]> {
  const ids: number[] = []
  for (const { name, comment, folder, quota_mib } of demoLocations) {
    const known = await db().prisma.backup_location.findUnique({ where: { name } })
    const body = {
      ...{ name, comment, type: 'ssh' as const, quota_mib: quota_mib ?? 0, clusters: [...clusters] },
      connection_params: { ...locationUser, ip: ADDRESS, port: CLOSED, path: folder },
      skip_connection_check: true,
    }
    ids.push((known ?? (await ask(backupLocationEndpoints.create, { body }))).id)
  }
  return ids
}

/** Lets them answer until they are closed, each on a free port and with a new key. */
export async function serveLocations(ids: readonly number[]): Promise<{ close: () => Promise<void> }> {
  const running: SftpServer[] = []
  const close = async () => void (await Promise.allSettled(running.map((one) => one.close())))
  try {
    const rows = await db().prisma.backup_location.findMany({ where: { id: { in: [...ids] } } })
    for (const { id, name } of rows) {
      const plan = demoLocations.find((one) => one.name === name)
      const server = plan?.free === undefined ? null : await startSftpServer(treeOf(id, plan), locationUser)
      if (server) running.push(server)
      await tellPort(id, server?.port ?? CLOSED)
    }
    await transaction((work) => nudge(work, LOCATION_CHECKS))
    return { close }
  } catch (fault) {
    await close()
    throw fault
  }
}

function treeOf(id: number, { folder, free = 0, total = 0 }: (typeof demoLocations)[number]): KeptTree {
  const tree = new KeptTree(folderOf(id))
  for (const at of ancestors(folder)) tree.folders.add(at)
  const used = [...tree.files.values()].reduce((sum, { data }) => sum + data.length, 0)
  return Object.assign(tree, { total, free: free - used })
}

const ancestors = (folder: string) =>
  folder.split('/').flatMap((_, n, parts) => (n === 0 ? [] : [parts.slice(0, n + 1).join('/')]))

/** Checked yesterday: the next round of checks takes it. */
async function tellPort(id: number, port: number): Promise<void> {
  await db().pool.query(
    `update backup_location set port = $2::int, host_key = null, checked_at = now() - interval '1 day' where id = $1::int`,
    [id, port],
  )
}

/** Forgets them; nothing serves them any more. */
export async function removeLocations(work: Work, ids: readonly number[]): Promise<void> {
  await work.tx.backup_location.deleteMany({ where: { id: { in: [...ids] } } })
}

/** Removes what was stored there. */
export const removeStored = () => rm(folderOf(), { recursive: true, force: true })
