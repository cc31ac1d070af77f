import type { Sql } from '../../../db/transaction.ts'
import { hindranceWords } from '../../../domain/operation/hindrances.ts'
import type { PowerStatus } from '../../../domain/server/power.ts'
import {
  type PowerAction,
  type PowerFacts,
  powerLifecycle,
  powerRules,
  type WhyNot,
  whyNotPower,
} from '../../../domain/server/power-rules.ts'
import { inUse, wrongState } from '../../../domain/shared/errors.ts'
import { joined, msg, type Text } from '../../../shared/text.ts'
import { powerNow } from '../../datacenter/server/unread.ts'
import { heldBack } from '../device-gate.ts'

/** VMs that run on a node, or whose state is unknown: a node that is silent may run them all the same. */
export const RUNNING = "h.state in ('active', 'creating', 'unknown')"
const MOST_NAMED = 5

const actionLabels: Record<string, Text> = {
  power_on: msg`it is being started`,
  power_off: msg`it is being forced off`,
  power_reset: msg`it is being restarted`,
  power_cycle: msg`it is being power cycled`,
  restart: msg`it is being restarted`,
  shutdown: msg`its system is being shut down`,
  boot_device: msg`its boot device is being set`,
}

type Running = { server: string; node: string; name: string; total: number }

/** @throws PanelError in_use when virtual machines run on a server that is not known to be off. @param named only administrators learn which */
export async function rejectRunning(sql: Sql, server_id: number, { named }: { named: boolean }): Promise<void> {
  const rows = await sql<Running>(
    `select s.name as server, n.name as node, h.name, count(*) over ()::int as total
       from server s join node n on n.id = s.node_id join host h on h.node_id = n.id
      where s.id = $1::int and ${powerNow('s', 'array[$1::int]')} <> 'off' and ${RUNNING} order by h.name, h.id limit ${MOST_NAMED}`,
    [server_id],
  )
  const [first] = rows
  if (!first) return
  const runs = named ? runningMessage(first, rows) : unnamedMessage(first)
  const help = named ? msg`Move or stop them, or repeat the action with force` : msg`Ask an administrator`
  throw inUse(joined([runs, help], '. '), 'node')
}

function runningMessage({ server, node, total }: Running, rows: readonly Running[]): Text {
  const names = rows.map(({ name }) => name).join(', ')
  const more = total - rows.length
  if (total === 1) return msg`Server ${server} is node ${node} of a cluster, and 1 VM runs on it: ${names}`
  return more > 0
    ? msg`Server ${server} is node ${node} of a cluster, and ${total} VMs run on it: ${names} and ${more} more`
    : msg`Server ${server} is node ${node} of a cluster, and ${total} VMs run on it: ${names}`
}

const unnamedMessage = ({ server, total }: Running): Text =>
  total === 1
    ? msg`Server ${server} is a node of a cluster, and 1 VM runs on it`
    : msg`Server ${server} is a node of a cluster, and ${total} VMs run on it`

type Found = PowerFacts & { name: string }

const words: Record<WhyNot, (action: PowerAction, server: Found) => Text> = {
  suspended: (_, { name }) => heldBack(name).text,
  busy: (_, { name, power_action }) =>
    msg`Server ${name} is busy: ${actionLabels[power_action ?? ''] ?? power_action ?? ''}. Wait until this has finished, or cancel it`,
  operation: (_, { name }) => hindranceWords.operation(name),
  protected: (_, { name }) => hindranceWords.protected(name),
  noController: (_, { name }) => msg`Server ${name} has no management controller, which is needed for this`,
  nothing: (_, { name }) =>
    msg`Server ${name} has neither a management controller nor an outlet: add one of them to switch it`,
  status: (action) => powerLifecycle.actions[action].error,
}

/** Why a claim was not given, in words. @throws PanelError always */
export async function rejectPower(
  sql: Sql,
  id: number,
  action: PowerAction,
  server: Found,
  asker: { isAdmin: boolean; force: boolean },
): Promise<never> {
  const why = whyNotPower(action, server, asker)
  if (why) throw wrongState(words[why](action, server), why === 'status' ? server.power_status : why)
  if (powerRules[action].ends && !asker.force) await rejectRunning(sql, id, { named: asker.isAdmin })
  throw wrongState(msg`Server ${server.name} was just changed: try again`, server.power_status satisfies PowerStatus)
}
