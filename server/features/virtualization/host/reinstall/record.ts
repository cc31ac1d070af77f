import { db } from '../../../../db/pool.ts'
import { lockRow, transaction, type Work } from '../../../../db/transaction.ts'
import { wrongState } from '../../../../domain/shared/errors.ts'
import type { Capture } from '../../../../drivers/hypervisor/domain-types.ts'
import { log } from '../../../../process/log.ts'
import { msg } from '../../../../shared/text.ts'
import type { System } from '../../image/system.ts'
import { nodeConnection } from '../../node/connections.ts'
import { hostChanged } from '../claim.ts'
import { presentSpec } from '../define-again.ts'
import { diskPath, nextDiskPath, seedPath, storagePath } from '../files.ts'
import { judgeRow } from '../judge.ts'
import { capturesBeside, forgetSnapshots } from '../snapshot/forget.ts'

/** The next installation of a VM: its number, and what it consists of on the node. */
export type Next = { instance: number; disk_id: number; disk_path: string; seed_path: string; size_mib: number }

/**
 * Marks a VM whose reinstallation waited for its turn, and notes the files that are going to be made.
 * @param instance no earlier attempt had the same
 */
export async function beginReinstall(work: Work, host_id: number, instance: number): Promise<Next> {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  // Accepted with nothing before it, it shows already.
  if (row.state !== 'creating') judgeRow(row, 'reinstall')
  const main = await work.tx.disk.findFirst({ where: { host_id, is_main: true } })
  if (!main) throw wrongState(msg`The VM has no main disk`)
  const folder = await storagePath(row.cluster_id, main.storage_id)
  const next = {
    instance,
    disk_id: main.id,
    disk_path: nextDiskPath(folder, row, main, instance),
    seed_path: seedPath(folder, { ...row, instance }),
    size_mib: Math.max(main.size_mib, main.size_mib_new ?? 0),
  }
  const unused_files = [...new Set([...row.unused_files, next.disk_path, next.seed_path])]
  await work.tx.host.update({
    where: { id: host_id },
    data: { state: 'creating', unused_files, version: { increment: 1 } },
  })
  hostChanged(work, row, { state: 'creating', disabled: true })
  return next
}

/**
 * The one step in which a VM changes over to its new system: from now on the old files are those it does not use. Its snapshots are of
 * the old system and go with it. @returns what the node has of them beside the replaced disk
 */
export async function switchOver(work: Work, host_id: number, system: System, next: Next): Promise<Capture[]> {
  await lockRow(work, 'host', host_id)
  const row = await work.tx.host.findUniqueOrThrow({ where: { id: host_id } })
  const main = await work.tx.disk.findUniqueOrThrow({ where: { id: next.disk_id } })
  const folder = await storagePath(row.cluster_id, main.storage_id)
  const own = [next.disk_path, next.seed_path]
  const old = [diskPath(folder, row, main), seedPath(folder, row)]
  const captures = await capturesBeside(work, host_id, diskPath(folder, row, main))
  await forgetSnapshots(work, host_id)
  await work.tx.disk.update({
    where: { id: main.id },
    data: {
      path: next.disk_path,
      image_id: null,
      size_mib: next.size_mib,
      size_mib_new: null,
      version: { increment: 1 },
    },
  })
  await work.tx.host.update({
    where: { id: host_id },
    data: {
      instance: next.instance,
      os_id: system.os_id,
      image_id: system.image?.id ?? null,
      image_name: system.image?.name ?? null,
      os_name: system.name,
      os_group: system.os_group,
      login_user: system.login_user,
      efi_boot: system.efi_boot,
      unused_files: [...row.unused_files.filter((path) => !own.includes(path)), ...old],
      version: { increment: 1 },
    },
  })
  hostChanged(work, row, { os_name: system.name })
  return captures
}

/**
 * Deletes the files that a VM does not use. One that is off is defined by its record first, so that nothing names them any more. What
 * cannot be deleted now is tried again at the next start of the VM, and with its deletion.
 */
export async function removeUnused(host_id: number, signal: AbortSignal): Promise<void> {
  const row = await db().prisma.host.findUnique({ where: { id: host_id } })
  if (!row || row.node_id === null || row.unused_files.length === 0) return
  try {
    const node = await nodeConnection(row.node_id, signal)
    const state = (await node.domain(row.internal_name, signal))?.state
    if (state !== 'running' && state !== 'paused') await node.defineDomain(await presentSpec(row, row.node_id), signal)
    for (const path of row.unused_files) await node.deleteFile(path, signal)
  } catch (err) {
    signal.throwIfAborted()
    log.warn({ err, host: host_id }, 'files of a replaced system were not deleted')
    return
  }
  await transaction((work) =>
    work.sql(
      'update host set unused_files = array(select unnest(unused_files) except select unnest($2::text[])) where id = $1::int returning id',
      [host_id, row.unused_files],
    ),
  )
}
