import { afterAll, beforeAll, expect, it } from 'vitest'
import { backUp, onNode, startVault } from '../../../../e2e/support/backed-up.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { placesAt, stepWrites } from '../../../../e2e/support/kill-places.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { startCluster, t } from '../host/queue-fixture.ts'

// The worker is killed while it holds a rehearsal right before and right after every one of its writes: another one brings it to its end,
// and nothing of it is left.

/** Tasks that are held at once: one on each node, and each takes a connection to the database. */
const TOGETHER = 9
const vms: { id: number; node: number; backup: number }[] = []
let vault: Awaited<ReturnType<typeof startVault>>

beforeAll(async () => {
  await startCluster()
  vault = await startVault(t)
  for (let n = 0; n < TOGETHER; n++) {
    const node = t.nodes[n] ?? (await nodeMore(n + 1))
    const { id } = await t.done(await t.create({ name: `killed-${n}`, hdd_mib: 2048, ram_mib: 512, node }, t.admin))
    vms.push({ id, node, backup: (await backUp(t, vault.id, id))[0]! })
  }
})
afterAll(async () => {
  await t.close()
  await vault.server.close()
})

async function nodeMore(n: number): Promise<number> {
  const node = { name: `n${n}`, cluster: t.cluster, ip: `198.51.100.${n}`, ssh_port: 22, password: 'x' }
  return (await t.done(await t.admin.post('/vm/v3/node', node))).id
}

const places = placesAt([
  ...['begin begin', ...stepWrites('look', 'index', 'volume_0', 'content_0', 'define', 'start'), 'begin started'],
  ...[...stepWrites('watch'), 'outcome', ...stepWrites('end:settle', 'settle:clear'), 'begin settle:end', 'finish'],
])

async function left() {
  const found: string[] = []
  for (const { ip } of await t.database.prisma.node.findMany()) {
    const state = await dummyNode(ip).store.read()
    found.push(
      ...[...Object.keys(state.files), ...Object.keys(state.domains)].filter((name) => /rehearsal-/.test(name)),
    )
    found.push(...(state.isolated ?? []))
  }
  return found
}

it('a rehearsal goes on from wherever its worker was killed, and leaves nothing', async () => {
  for (let from = 0; from < places.length; from += TOGETHER) {
    await t.stopWorker()
    const holds: Record<number, string> = {}
    const cases: { place: string; task: number; rehearsal: number }[] = []
    for (const [n, { backup, node }] of vms.entries()) {
      const place = places[from + n]
      if (place === undefined) continue
      const asked = await t.admin.post(`/vm/v3/backup/${backup}/rehearse`, {})
      expect(asked, place).toMatchObject({ status: 200 })
      const row = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: asked.body.task } })
      // No two of one node, which would let one of them wait for the other.
      await t.database.prisma.rehearsal.update({ where: { id: asked.body.id }, data: { node_id: node } })
      const input = { ...(row.input as object), node_id: node }
      await t.database.prisma.task.update({ where: { id: row.id }, data: { input } })
      await t.database.pool.query(
        `update task_lock set key = regexp_replace(key, 'rehearsal_node:\\d+', $2) where task_id = $1`,
        [row.id, `rehearsal_node:${node}`],
      )
      holds[row.id] = place
      cases.push({ place, task: asked.body.task, rehearsal: asked.body.id })
    }
    const { url, masterKey } = t.database
    await killedAt({ url, masterKey, holds })
    t.startWorker()
    for (const { place, task, rehearsal } of cases) {
      expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
      const row = await t.database.prisma.rehearsal.findUniqueOrThrow({ where: { id: rehearsal } })
      expect(row, place).toMatchObject({ state: 'passed', task: null, cleared_at: expect.any(Date) })
    }
    expect(await left(), cases.map(({ place }) => place).join()).toEqual([])
  }
  for (const { id } of vms) expect((await onNode(t, id)).domain).toMatchObject({ state: 'running' })
})
