import type { cluster } from '../../../../generated/prisma/client.ts'
import type { Actor } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { forbidden } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

const error = (field: string) =>
  forbidden(
    msg`Only administrators can change domains in this cluster: leave the domain out, or ask an administrator`,
    field,
  )

const fromTemplate = ({ domain_template }: cluster, name: string) => domain_template?.replaceAll('{name}', name) ?? null

/**
 * The domain of a new VM: the one asked for, or the cluster's template with the name of the VM.
 * @throws PanelError `forbidden` when an owner asks for another one than the template makes and the cluster does not allow that
 */
export function domainOf(actor: Actor, home: cluster, body: { name: string; domain?: string | undefined }) {
  const usual = fromTemplate(home, body.name)
  const asked = body.domain || usual
  if (usual !== null && asked !== usual && !home.domain_change_allowed && !actor.isAdmin) throw error('domain')
  return asked
}

/** @param field of the body @throws PanelError `forbidden` when the cluster of a VM leaves the domains of its addresses to administrators */
export async function checkDomainChange(
  work: Work,
  actor: Actor,
  host_id: number | null,
  field = 'values.domain',
): Promise<void> {
  if (actor.isAdmin || host_id === null) return
  const [home] = await work.sql<{ domain_change_allowed: boolean }>(
    'select c.domain_change_allowed from host h join cluster c on c.id = h.cluster_id where h.id = $1::int',
    [host_id],
  )
  if (home && !home.domain_change_allowed) throw error(field)
}
