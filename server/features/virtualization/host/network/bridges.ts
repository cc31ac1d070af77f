import type { Actor } from '../../../../api/context.ts'
import type { Work } from '../../../../db/transaction.ts'
import { forbidden, invalidField } from '../../../../domain/shared/errors.ts'
import { msg } from '../../../../shared/text.ts'
import { MAIN_BRIDGE, SECOND_BRIDGE } from '../../node/main-bridge.ts'

export type Bridge = { name: string; cluster_interface: 0 | 1 | null }

/** The bridges of a node, with the networks of the cluster that they carry. */
async function bridgesOf(work: Work, node_id: number): Promise<(Bridge & { id: number })[]> {
  return work.sql<Bridge & { id: number }>(
    `select b.id, b.name, case b.name when ${MAIN_BRIDGE} then 0 when ${SECOND_BRIDGE} then 1 end as cluster_interface
       from node_interface b join node n on n.id = b.node_id where n.id = $1::int and b.type = 'bridge' order by b.id`,
    [node_id],
  )
}

/** The bridge that carries a network of the cluster on a node. @throws PanelError when there is none */
export async function bridgeOfNetwork(work: Work, node_id: number, network: number, field: string): Promise<Bridge> {
  const found = (await bridgesOf(work, node_id)).find((one) => one.cluster_interface === network)
  if (found) return found
  throw invalidField(
    field,
    network === 0
      ? msg`the node of the VM has no bridge for the main network of the cluster`
      : msg`the node of the VM has no bridge for the second network of the cluster`,
  )
}

/**
 * A bridge of the node by name or id. Users choose among those that carry networks of the cluster; others may lead anywhere.
 *
 * @param within the field that has these, for refusals
 * @throws PanelError with the field
 */
export async function chosenBridge(
  work: Work,
  actor: Actor,
  node_id: number,
  asked: { bridge?: string | null | undefined; bridge_id?: number | undefined },
  within?: string,
): Promise<Bridge | null> {
  if (!asked.bridge && asked.bridge_id === undefined) return null
  const field = within ?? (asked.bridge ? 'bridge' : 'bridge_id')
  const found = (await bridgesOf(work, node_id)).find((one) =>
    asked.bridge ? one.name === asked.bridge : one.id === asked.bridge_id,
  )
  if (!found) throw invalidField(field, msg`the node of the VM has no such bridge`)
  if (found.cluster_interface === null && !actor.isAdmin)
    throw forbidden(msg`Only administrators can choose bridges outside the networks of the cluster`, field)
  return found
}
