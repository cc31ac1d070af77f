import { type ProblemRuleName, problemRules } from '../../../domain/problem/rules.ts'
import { msg, type Text } from '../../../shared/text.ts'
import type { Part } from './part.ts'

/** A sentence without values as SQL. */
const words = (text: Text) => `'${text.toString().replaceAll("'", "''")}'`

const alarm = { severity: 'warning', since: 'a.since' } as const
const figure = { value: 'a.value', bound: 'a.bound' } as const
const raised = (rule: ProblemRuleName) => `a.rule = '${rule}' and a.raised_at is not null and n.state = 'active'`

const ofHost = (rule: ProblemRuleName, cause: Text): Part => ({
  ...alarm,
  ...(problemRules[rule].limit !== null && figure),
  about: 'host',
  id: 'h.id',
  name: 'h.name',
  state: 'h.state',
  owner: 'h.account_id',
  kind: rule,
  cause: words(cause),
  part: 'a.part',
  from: `host_alarm a join host h on h.id = a.host_id join node n on n.id = h.node_id where ${raised(rule)} and h.state = 'active'`,
})

/** Names of the VMs that use most of something now. */
const busiest = (order: string) =>
  `(select string_agg(x.name, ', ') from (select h.name from host h join host_load l on l.host_id = h.id
     where h.node_id = n.id and l.at > now() - interval '1 minute' order by ${order} desc nulls last, h.id limit 3) x)`

const ofNode = (rule: ProblemRuleName, cause: Text, order: string): Part => ({
  ...alarm,
  ...figure,
  about: 'node',
  id: 'n.id',
  name: 'n.name',
  state: 'n.state',
  kind: rule,
  cause: words(cause),
  part: busiest(order),
  from: `node_alarm a join node n on n.id = a.node_id where ${raised(rule)}`,
})
const CPU = 'l.cpu * h.cpu_number'
const RAM = 'l.ram'

/** Figures of VMs and nodes that are beyond the limits of rules. */
export const ofFigures: readonly Part[] = [
  ofHost('host_memory', msg`The guest ends programs when it has no memory left`),
  ofHost('host_disk', msg`Programs in the guest fail when they can no longer write to it`),
  ofHost(
    'host_agent',
    msg`The guest agent answered since the VM was started and does not answer now: the system may hang, or the agent was ended`,
  ),
  ofHost('host_steal', msg`Its node has no processor for it: the VMs on the node want more than it has`),
  ofNode('node_cpu', msg`VMs wait for each other when all processors of their node are busy`, CPU),
  ofNode('node_steal', msg`The hypervisor below this node has no processor for it`, CPU),
  ofNode('node_memory', msg`The node ends VMs when it has no memory left`, RAM),
  ofNode('node_pressure', msg`Programs on the node wait for memory: it is moved to and from the disk`, RAM),
  {
    ...alarm,
    ...figure,
    about: 'node',
    id: 'n.id',
    name: 'n.name',
    kind: 'storage',
    used: 'n.storage_used_mib',
    total: 'n.storage_total_mib',
    from: `node_alarm a join node n on n.id = a.node_id where ${raised('storage')}`,
  },
]
