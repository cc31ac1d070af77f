import { beforeAll, describe, expect, it } from 'vitest'
import { onNode } from '../../../../e2e/support/backed-up.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { placesAt } from '../../../../e2e/support/kill-places.ts'
import {
  ask,
  backedUpContainers,
  backUp,
  container,
  filesNow,
  filesOf,
  fill,
  restore,
  rowOf,
  t,
} from './containers-fixture.ts'

backedUpContainers()

describe('when the worker is killed', () => {
  type Asked = { body: { id: number; task: number } }
  /** Containers that are worked on at once, on the nodes in turn. */
  const ids: number[] = []
  const restoring = placesAt(['begin content', 'begin switch', 'begin define'])
  beforeAll(async () => {
    for (const n of restoring.keys()) ids.push(await container(`killed-${n}`, t.nodes[n % t.nodes.length]))
  })

  /** Has a worker killed at each place, each with a container of its own, and waits until another one has finished. */
  async function through(places: readonly string[], ask: (id: number) => Promise<Asked>) {
    await t.stopWorker()
    const asked = []
    const holds: Record<number, string> = {}
    for (const [n, place] of places.entries()) {
      const id = ids[n] ?? 0
      const { body } = await ask(id)
      const row = await t.database.prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
      const disk = await t.database.prisma.disk.findFirstOrThrow({ where: { host_id: id } })
      holds[row.id] = place.replace('content', `content_${disk.id}`)
      asked.push({ place, id, backup: body.id, task: body.task })
    }
    const { url, masterKey } = t.database
    await killedAt({ url, masterKey, holds })
    t.startWorker()
    for (const { place, task } of asked) expect(await t.ended(task), place).toMatchObject({ status: 'complete' })
    return asked
  }

  it('a backup is complete all the same, and nothing is read any more', async () => {
    const places = placesAt(['begin read', 'end read', 'begin publish'])
    // A node is read once at a time.
    for (let from = 0; from < places.length; from += t.nodes.length)
      for (const { place, id, backup } of await through(places.slice(from, from + t.nodes.length), ask)) {
        const whole = { state: 'active', fault: null, metadata: { content: 'archive' } }
        expect(await rowOf(backup), place).toMatchObject(whole)
        expect((await onNode(t, id)).domain?.reading, place).toBeUndefined()
      }
  })

  it('a restore goes on, and leaves one volume', async () => {
    const backups = new Map<number, number>()
    for (const id of ids) {
      backups.set(id, await backUp(id))
      await fill(id, filesOf('broken'))
    }
    for (const { place, id } of await through(restoring, (id) => restore(id, backups.get(id) ?? 0))) {
      expect((await filesNow(id)).equals(filesOf('then')), place).toBe(true)
      const { own, domain } = await onNode(t, id)
      expect(
        own.filter((path) => path.endsWith('.qcow2')),
        place,
      ).toEqual([domain?.spec.disks[0]?.path])
    }
  })
})
