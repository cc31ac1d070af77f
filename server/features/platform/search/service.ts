import type { Actor, Context } from '../../../api/context.ts'
import { searchTerms } from '../../../api/list/compile.ts'
import {
  type Checked,
  checkStatement,
  type Findable,
  type Match,
  matchStatement,
  type Shown,
  shownStatement,
} from '../../../api/list/find.ts'
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
/** Of each kind and word so many are looked at for the other words. */
const CANDIDATES = 50
/** So many words are looked for; any more are only checked. */
const MOST_WORDS = 4

/** What all callers may find: lists decide which rows those are. */
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
    repeats: true,
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

type Asked = { sources: readonly Source[]; actor: Actor }

/** The best matches of one word. */
async function matchesOf({ sources: of, actor }: Asked, word: string, count: number): Promise<Match<FoundKind>[]> {
  const statement = matchStatement(of, actor, word, count)
  return statement ? await execute<Match<FoundKind>>(db().pool, statement, { planned: true }) : []
}

type Read = Match<FoundKind> & { rest: string }

const byRank = (a: Match, b: Match) => a.rank - b.rank || a.value.length - b.value.length
const idOf = ({ kind, key }: { kind: string; key: number }) => `${kind} ${key}`

/**
 * What several words mean: objects that have all of them, and those that have all but the first or the last, which may be what to do
 * with the object: `restart web-1`, `web-1 console`. What has all words is among the matches of the rarest one.
 */
async function readByWords(asked: Asked, words: readonly string[]): Promise<Read[]> {
  const each = await Promise.all(words.slice(0, MOST_WORDS).map((word) => matchesOf(asked, word, CANDIDATES)))
  const matches = each.flat().sort(byRank)
  if (matches.length === 0) return []
  const readings = [
    { rest: '', text: words.join(' ') },
    { rest: words[0] ?? '', text: words.slice(1).join(' ') },
    { rest: words.at(-1) ?? '', text: words.slice(0, -1).join(' ') },
  ]
  const texts = readings.map(({ text }) => text)
  const checked = await execute<Checked>(db().pool, checkStatement(asked.sources, asked.actor, matches, texts))
  const restOf = new Map(checked.map((one) => [idOf(one), readings[one.has.indexOf(true)]?.rest]))
  const counts = new Map<string, number>()
  const seen = new Set<string>()
  return matches.flatMap((match): Read[] => {
    const rest = restOf.get(idOf(match))
    const bucket = `${match.kind} ${rest}`
    const count = counts.get(bucket) ?? 0
    if (rest === undefined || seen.has(idOf(match)) || count >= MOST) return []
    seen.add(idOf(match))
    counts.set(bucket, count + 1)
    return [{ ...match, rest }]
  })
}

/** The objects that a text means: a statement a word, one for what is shown, and one more where there are several words. */
export async function findObjects({ actor }: Context, { search, kind }: SearchQuery): Promise<{ list: FoundObject[] }> {
  const words = searchTerms(search)
  const [word = '', ...more] = words
  if (word === '' || search.includes('\0')) return { list: [] }
  const asked = { sources: sources(actor).filter((one) => kind === undefined || one.kind === kind), actor }
  const matches: Read[] = more.length
    ? await readByWords(asked, words)
    : (await matchesOf(asked, word, MOST)).map((match) => ({ ...match, rest: '' }))
  if (matches.length === 0) return { list: [] }
  const shown = await execute<Shown>(db().pool, shownStatement(asked.sources, actor, matches))
  const byKey = new Map(shown.map(({ kind: of, key, ...one }) => [`${of} ${key}`, one]))
  const list = matches.flatMap(({ key, ...match }) => {
    const one = byKey.get(`${match.kind} ${key}`)
    return one ? [{ ...match, ...one }] : []
  })
  const isPart = ({ rest }: { rest: string }) => Number(rest !== '')
  return { list: list.sort((a, b) => isPart(a) - isPart(b) || a.rank - b.rank || a.value.length - b.value.length) }
}
