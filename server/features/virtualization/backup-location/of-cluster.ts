import { requireLinks } from '../../../api/links.ts'
import type { Work } from '../../../db/transaction.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'

/** Lets VMs of a cluster be backed up to exactly these locations. @throws PanelError invalid_input naming one that does not exist */
export async function assignLocations(work: Work, cluster_id: number, locations: readonly number[]): Promise<void> {
  const wanted = await requireLinks(work, 'backup_location', msg`Backup location`, 'backup_locations', locations)
  const before = await work.tx.backup_location_cluster.findMany({ where: { cluster_id } })
  await work.tx.backup_location_cluster.deleteMany({ where: { cluster_id, backup_location_id: { notIn: wanted } } })
  await work.tx.backup_location_cluster.createMany({
    data: wanted.map((backup_location_id) => ({ backup_location_id, cluster_id })),
    skipDuplicates: true,
  })
  const had = before.map((one) => one.backup_location_id)
  for (const entity_id of [...new Set([...had, ...wanted])])
    if (had.includes(entity_id) !== wanted.includes(entity_id))
      changed(work, { entity: 'backup_location', entity_id, event: 'update' })
}
