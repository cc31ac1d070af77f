import type { Actor, Context } from '../../../api/context.ts'
import { searchTerms } from '../../../api/list/compile.ts'
import { type Findable, type Match, matchStatement, type Shown, shownStatement } from '../../../api/list/find.ts'
import { execute } from '../../../api/list/run.ts'
import { db } from '../../../db/pool.ts'
import type { FoundKind, FoundObject, SearchQuery } from '../../../domain/search/schema.ts'
import { userList } from '../../access/user/list.ts'
import { chassisList } from '../../datacenter/chassis/list.ts'
import { locationList } from '../../datacenter/location/list.ts'
import { pduList } from '../../datacenter/pdu/list.ts'
import { rackList } from '../../datacenter/rack/list.ts'
import { serverList } from '../../datacenter/server/list.ts'
import { switchList, switchPortList } from '../../datacenter/switch/list.ts'
import { vlanList } from '../../datacenter/vlan/list.ts'
import { stockItemList } from '../../datacenter/warehouse/list.ts'
import { ipList } from '../../network/ip/list.ts'
import { ipnetList } from '../../network/ipnet/list.ts'
import { ippoolList } from '../../network/ippool/list.ts'
import { clusterList } from '../../virtualization/cluster/list.ts'
import { hostList } from '../../virtualization/host/list.ts'
import { nodeList } from '../../virtualization/node/list.ts'
import { osList } from '../../virtualization/os/list.ts'

type Source = Findable<Actor, FoundKind>

/** Of each kind so many at most. */
const MOST = 6

/** What everybody finds: lists know whose a row is. */
const own: readonly Source[] = [
  { kind: 'server', list: serverList, facts: ['location.name', 'rack.name'] },
  { kind: 'host', list: hostList, facts: ['os_name', 'ip_summary'] },
]

/** What administrators find besides, on pages that are theirs alone. */
const administrators = (actor: Actor): readonly Source[] => [
  { kind: 'node', list: nodeList, facts: ['cluster.name'] },
  { kind: 'rack', list: rackList, facts: ['location.name'] },
  { kind: 'switch', list: switchList, facts: ['location.name'] },
  { kind: 'pdu', list: pduList, facts: ['location.name'] },
  { kind: 'chassis', list: chassisList, facts: ['rack_name'] },
  {
    kind: 'port',
    list: switchPortList,
    fields: ['name', 'note', 'description'],
    within: 'switch',
    facts: ['switch_name', 'server.name'],
  },
  { kind: 'vlan', list: vlanList, within: 'location_id', facts: ['location_name'] },
  { kind: 'ip', list: ipList, fields: ['ip_addr', 'domain'], facts: ['server.name', 'host.name'] },
  { kind: 'network', list: ipnetList, facts: ['vlan'] },
  { kind: 'pool', list: ippoolList },
  { kind: 'location', list: locationList, facts: ['geolocation'] },
  { kind: 'cluster', list: clusterList },
  { kind: 'image', list: osList(actor) },
  { kind: 'spare', list: stockItemList, facts: ['serial', 'place'] },
  { kind: 'user', list: userList, facts: ['full_name'] },
]

const sources = (actor: Actor): readonly Source[] => (actor.isAdmin ? [...own, ...administrators(actor)] : own)

/** A text and those without its first or last word, which may tell what to do with the object: `restart web-1`, `web-1 console`. */
function readings(text: string): { rest: string; text: string }[] {
  const words = searchTerms(text)
  if (words.length < 2) return [{ rest: '', text }]
  const [first = '', last = ''] = [words[0], words.at(-1)]
  return [
    { rest: '', text },
    { rest: first, text: words.slice(1).join(' ') },
    { rest: last, text: words.slice(0, -1).join(' ') },
  ]
}

/** The objects that a text means: one statement for each reading of it, and one for what is shown of all of them. */
export async function findObjects({ actor }: Context, { search, kind }: SearchQuery): Promise<{ list: FoundObject[] }> {
  if (searchTerms(search).length === 0 || search.includes('\0')) return { list: [] }
  const wanted = sources(actor).filter((one) => kind === undefined || one.kind === kind)
  const found = await Promise.all(
    readings(search).map(async ({ rest, text }) => {
      const statement = matchStatement(wanted, actor, text, MOST)
      const matches = statement ? await execute<Match<FoundKind>>(db().pool, statement) : []
      return matches.map((match) => ({ ...match, rest }))
    }),
  )
  const [whole = [], ...others] = found
  const isWhole = new Set(whole.map(({ kind: of, key }) => `${of} ${key}`))
  const matches = [...whole, ...others.flat().filter(({ kind: of, key }) => !isWhole.has(`${of} ${key}`))]
  if (matches.length === 0) return { list: [] }
  const shown = await execute<Shown>(db().pool, shownStatement(wanted, actor, matches))
  const byKey = new Map(shown.map(({ kind: of, key, ...one }) => [`${of} ${key}`, one]))
  const list = matches.flatMap(({ key, ...match }) => {
    const one = byKey.get(`${match.kind} ${key}`)
    return one ? [{ ...match, ...one }] : []
  })
  return {
    list: list.sort(
      (a, b) => Number(a.rest !== '') - Number(b.rest !== '') || a.rank - b.rank || a.value.length - b.value.length,
    ),
  }
}
