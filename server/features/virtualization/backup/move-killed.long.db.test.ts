import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Backups, startBackups } from '../../../../e2e/support/backups.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'

// The worker is killed while it holds the move of a backup between nodes right before and right after every one of its writes.

const LEASE_MS = 6_000
/** Moves that are held at once: each takes a connection to the database. */
const TOGETHER = 9
/** So many write to a node at once. */
const ONE_NODE = 2
const places = [
  ...['begin begin', 'begin copy', 'end copy', 'begin publish', 'begin removing', 'begin remove', 'end remove'],
  ...['begin forget', 'outcome'],
].flatMap((place) => [`before ${place}`, `after ${place}`])

let t: Backups
let vm = 0
const targets: number[] = []
beforeAll(async () => {
  t = await startBackups()
  for (let n = 0; n * ONE_NODE < TOGETHER; n++) targets.push(t.nodes[n + 1] ?? (await nodeMore(n + 2)))
  const body = { name: 'killed', hdd_mib: 4096, ram_mib: 512, node: t.nodes[0], account: t.ann.id }
  vm = (await t.done(await t.create(body, t.admin))).id
})
afterAll(() => t.close())

async function nodeMore(n: number): Promise<number> {
  const node = { name: `n${n}`, cluster: t.cluster, ip: `198.51.100.${n}`, ssh_port: 22, password: 'x' }
  return (await t.done(await t.admin.post('/vm/v3/node', node))).id
}

/** A backup on the first node that is to be moved to another one. */
async function prepare(place: string, n: number) {
  const { id } = await t.done(await t.ann.post(`/vm/v3/host/${vm}/backup`, {}))
  const copy = await t.database.prisma.backup_copy.findFirstOrThrow({ where: { backup_id: id } })
  const to = targets[Math.floor(n / ONE_NODE)] ?? 0
  const names: Record<string, string> = {
    ...{ copy: `copy_${id}_node_${to}`, publish: `publish_${id}_node_${to}` },
    ...{ removing: `removing_${copy.id}`, remove: `remove_${copy.id}`, forget: `forget_${copy.id}` },
  }
  return { place, id, to, held: place.replace(/\w+$/, (name) => names[name] ?? name), content: await t.contentOf(id) }
}

it('a move goes on, and leaves one copy, wherever the worker was killed', async () => {
  for (let from = 0; from < places.length; from += TOGETHER) {
    const prepared = []
    for (const [n, place] of places.slice(from, from + TOGETHER).entries()) prepared.push(await prepare(place, n))
    await t.stopWorker()
    const asked = []
    const holds: Record<number, string> = {}
    for (const one of prepared) {
      const move = { source: t.nodes[0], destination: one.to }
      const { body, status } = await t.admin.post(`/vm/v3/backup/${one.id}/move`, move)
      expect(status, one.place).toBe(200)
      holds[(await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })).id] = one.held
      asked.push({ ...one, task: body.task })
    }
    const { url, masterKey } = t.database
    await killedAt({ url, masterKey, leaseMs: LEASE_MS, holds })
    t.startWorker()
    for (const { place, task } of asked) expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
    for (const { place, id, to, content } of asked) {
      const { copies, state } = (await t.admin.get(`/vm/v3/backup?where=id EQ ${id}`)).body.list[0]
      expect({ state, copies }, place).toMatchObject({
        state: 'active',
        copies: [{ state: 'active', node: { id: to } }],
      })
      expect(copies, place).toHaveLength(1)
      expect(await t.contentOf(id), place).toEqual(content)
    }
  }
})
