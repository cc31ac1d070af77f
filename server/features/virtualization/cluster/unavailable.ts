import type { ClusterCreate, ClusterEdit } from '../../../domain/cluster/schema.ts'
import { refused } from '../../../domain/shared/errors.ts'
import { firstAsking } from '../../../domain/shared/neutral.ts'
import { msg, type Text } from '../../../shared/text.ts'

type Field = keyof ClusterCreate | keyof ClusterEdit
/** What nothing acts on. */
const unavailable = [
  { field: 'ha', words: msg`High availability is not available yet` },
  { field: 'proxy_enabled', words: msg`Proxies on nodes are not available yet` },
  {
    field: 'datacenter_type',
    words: msg`Clusters of a vendor or with an IP fabric are not available yet: leave it at common`,
  },
  { field: 'vxlan_mode', words: msg`VXLANs are not available yet` },
  { field: 'vxlan_settings', words: msg`VXLANs are not available yet` },
  { field: 'balancer_mode', words: msg`Balancing of clusters is not available yet` },
  { field: 'node_network', words: msg`The panel does not set up the networks of nodes: leave it out` },
  { field: 'datacenter_params', words: msg`Parameters of an IP fabric are not available yet` },
] as const satisfies readonly { field: Field; words: Text }[]
type Unavailable = (typeof unavailable)[number]['field']
const names: ReadonlySet<string> = new Set(unavailable.map(({ field }) => field))

/** Values that are stated by default say nothing either. */
const asking = (field: string, value: unknown) => {
  if (field !== 'datacenter_params' || typeof value !== 'object' || value === null) return firstAsking(field, value)
  const { gateway: _, mac: __, ...rest } = value as Record<string, unknown>
  return firstAsking(field, rest)
}

/** The body without what nothing acts on. @throws PanelError refused, naming the field, when that asks for something */
export function available<Body extends Partial<Record<Field, unknown>>>(body: Body): Omit<Body, Unavailable> {
  for (const { field, words } of unavailable) {
    const value = asking(field, body[field])
    if (value) throw refused(words, value)
  }
  return Object.fromEntries(Object.entries(body).filter(([field]) => !names.has(field))) as Omit<Body, Unavailable>
}
