import pg from 'pg'
import type { Lab } from '../lab/api.ts'
import { removeGuests } from '../lab/guest.ts'
import type { RestClient } from './rest-client.ts'

/** Password of the guests' login user in tests. */
export const GUEST_PASSWORD = 'Guest-pass-1'
/** Of pool, repository and cluster. */
const NAME = 'lab'

/** Statements on the panel's database from outside: tests look at it and never change it. */
export async function looker(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // The server is killed on purpose; what is looked for next connects anew.
  pool.on('error', () => {})
  return {
    async rows<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
      return (await pool.query<Row>(text, values)).rows
    },
    close: () => pool.end(),
  }
}
export type Looker = Awaited<ReturnType<typeof looker>>

/** Looks again and again until `look` answers something; errors count as nothing yet. */
export async function until<T>(
  what: string,
  look: () => Promise<T | false | null | undefined>,
  seconds = 240,
  everyMs = 5,
): Promise<T> {
  let last: unknown
  for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
    try {
      const found = await look()
      if (found) return found
    } catch (fault) {
      last = fault
    }
    await new Promise((go) => setTimeout(go, everyMs))
  }
  throw new Error(`not within ${seconds} s: ${what}`, { cause: last })
}

/** From nothing to a place where VMs can be made: addresses, images, a cluster and its real nodes. */
export async function prepare(rest: Pick<RestClient, 'get' | 'post' | 'ended'>, lab: Lab, nodes: readonly number[]) {
  await removeGuests(lab)
  const must = async (answer: Promise<{ status: number; body: unknown }>) => {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
    return body as { id: number; task: number; tasks: number[] }
  }
  const done = async (task: number) => {
    const row = await rest.ended(task)
    if (row.status !== 'complete') throw new Error(`${row.name}: ${row.error?.msg}`)
  }
  /** What another file of tests has made in this panel is used as it is. */
  const known = async (path: string): Promise<number | undefined> =>
    (await rest.get(`${path}?where=name EQ '${NAME}'`)).body.list[0]?.id
  let pool = await known('/ip/v3/ippool')
  if (pool === undefined) {
    pool = (await must(rest.post('/ip/v3/ippool', { name: NAME }))).id
    await must(rest.post('/ip/v3/ipnet', { name: '10.90.0.0/24', gateway: '10.90.0.1' }))
    await must(rest.post(`/ip/v3/ippool/${pool}/range`, { name: '10.90.0.100-10.90.0.120' }))
    const repository = await must(rest.post('/vm/v3/repository', { name: NAME, url: lab.repository }))
    for (const task of repository.tasks) await done(task)
  }
  // The newest that is installed in VMs: of the lab, not of a demo.
  const systems: { id: number; is_lxd_image: boolean; tags: string[] }[] = (await rest.get('/vm/v3/os?orderby=id desc'))
    .body.list
  const os = systems.find(({ is_lxd_image, tags }) => !is_lxd_image && !tags.includes('rescue'))?.id as number
  let cluster = await known('/vm/v3/cluster')
  if (cluster === undefined) {
    const made = await must(
      rest.post('/vm/v3/cluster', {
        name: NAME,
        virtualization_type: 'kvm',
        os_storage_path: '/share',
        image_storage_path: '/images',
        interfaces: [{ interface: 0, ippool: [pool] }],
      }),
    )
    await done(made.task)
    cluster = made.id
  }
  for (const index of nodes) {
    const node = lab.nodes.find((each) => each.index === index)
    if (!node) throw new Error(`The lab has no node ${index}`)
    const { name, address: ip, ssh_port, password } = node
    const made = await must(rest.post('/vm/v3/node', { name, cluster, ip, ssh_port, password }))
    await done(made.task)
  }
  return { pool, os, cluster }
}
export type Slice = Awaited<ReturnType<typeof prepare>>
