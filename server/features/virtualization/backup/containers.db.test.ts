import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { onNode, type Panel, startVault } from '../../../../e2e/support/backed-up.ts'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { placesAt } from '../../../../e2e/support/kill-places.ts'
import { lxdDriver } from '../../../drivers/hypervisor/lxd/driver.ts'
import { tarOf } from '../../../protocols/tar-layout/write.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { dummyDriver } from '../../../simulation/hypervisor/driver.ts'
import { nodeConnection } from '../node/connections.ts'

let t: Panel
let vault: Awaited<ReturnType<typeof startVault>>
let home: number
beforeAll(async () => {
  // Whatever connects while the cluster is one of containers reaches the simulated nodes as well.
  vi.spyOn(lxdDriver, 'connect').mockImplementation((target, signal) => dummyDriver.connect(target, signal))
  vi.spyOn(lxdDriver, 'openFolder').mockImplementation((...asked) => dummyDriver.openFolder(...asked))
  t = await testCluster()
  home = t.cluster
  vault = await startVault(t)
  await t.database.prisma.backup_location_cluster.create({ data: { backup_location_id: vault.id, cluster_id: home } })
})
afterAll(async () => {
  vi.restoreAllMocks()
  await t.close()
  await vault.server.close()
})

/** Files of a container; `also` is the content of one more. */
function filesOf(also: string): Buffer {
  const noise = (n: number) => Buffer.concat(Array(1 + (n % 90)).fill(createHash('sha512').update(`${n}`).digest()))
  const files = Array.from({ length: 700 }, (_, n) => ({ name: `rootfs/usr/${n}`, content: noise(n) }))
  return tarOf([{ name: 'rootfs/a', content: Buffer.from(also) }, ...files])
}

/** What the node has of a VM, as the files of a container. */
async function fill(id: number, content: Buffer): Promise<void> {
  const { row, domain } = await onNode(t, id)
  const path = domain?.spec.disks[0]?.path ?? ''
  await (await nodeConnection(row.node_id ?? 0, soon())).fillVolume(path, Readable.from([content]), soon())
}

async function filesNow(id: number): Promise<Buffer> {
  const { domain, state } = await onNode(t, id)
  const file = state.files[domain?.spec.disks[0]?.path ?? '']
  return Buffer.from((file?.kind === 'volume' && file.archive) || '', 'base64')
}

/** What is asked of a cluster with containers; its nodes are simulated ones all the same. */
async function asContainers<T>(ask: () => Promise<T>): Promise<T> {
  const cluster = (virtualization_type: string) =>
    t.database.prisma.cluster.update({ where: { id: home }, data: { virtualization_type } })
  await cluster('lxd')
  try {
    return await ask()
  } finally {
    await cluster('dummy')
  }
}

const container = async (name: string, node?: number) => {
  const body = { name, hdd_mib: 2048, ram_mib: 512, ...(node && { node, account: t.ann.id }) }
  const { id } = await t.done(await t.create(body, node ? t.admin : t.ann))
  await fill(id, filesOf('then'))
  return id
}
const ask = (id: number) => asContainers(() => t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [vault.id] }))
const backUp = async (id: number) => (await t.done(await ask(id))).id
const restore = (id: number, backup: number) => asContainers(() => t.ann.post(`/vm/v3/host/${id}/restore`, { backup }))
const rowOf = (id: number) => t.database.prisma.backup.findUniqueOrThrow({ where: { id } })

describe('a container', () => {
  let id: number
  let backup: number

  it('is backed up as a whole, and of the next backup only what has changed is stored', async () => {
    id = await container('first')
    backup = await backUp(id)
    const content = filesOf('then')
    expect(await rowOf(backup)).toMatchObject({
      ...{ state: 'active', metadata: { content: 'archive' }, consistency: 'crash', parent_id: null },
      ...{ full_because: null, read_bytes: BigInt(content.length) },
    })
    await fill(id, filesOf('now, and longer than a block'.repeat(40)))
    const second = await backUp(id)
    const stored = async (backup_id: number) =>
      Number((await t.database.prisma.backup_copy.findFirstOrThrow({ where: { backup_id } })).stored_bytes)
    expect(await stored(second)).toBeLessThan((await stored(backup)) * 0.8)
    expect(await t.database.prisma.disk_tracking.count()).toBe(0)
    expect((await onNode(t, id)).domain?.reading).toBeUndefined()
  })

  it('comes back in place, in a new volume, and the former one is gone', async () => {
    const { domain } = await onNode(t, id)
    await t.done(await restore(id, backup))
    expect((await filesNow(id)).equals(filesOf('then'))).toBe(true)
    const { row, own, domain: now } = await onNode(t, id)
    expect(now).toMatchObject({ state: 'running' })
    expect(now?.spec.disks[0]?.path).not.toBe(domain?.spec.disks[0]?.path)
    expect(own.filter((path) => path.endsWith('.qcow2'))).toEqual([now?.spec.disks[0]?.path])
    expect(row).toMatchObject({ unused_files: [], queue: [], fault: null, state: 'active' })
  })

  it('comes back as another one', async () => {
    const made = await t.done(
      await asContainers(() => t.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, { name: 'other' })),
    )
    expect((await filesNow(made.id)).equals(filesOf('then'))).toBe(true)
    expect(await t.host(made.id)).toMatchObject({ state: 'active', fault: null, name: 'other' })
  })

  it('is refused what is done with disks alone, and a cluster of the other kind', async () => {
    const whole = { status: 400, body: { error: { msg: expect.stringMatching(/as a whole/) } } }
    expect(await t.ann.post(`/vm/v3/backup/${backup}/restore_as_disk`, {})).toMatchObject(whole)
    expect(await t.ann.get(`/vm/v3/backup/${backup}/volume`)).toMatchObject(whole)
    const atOnce = { name: 'soon', at_once: true }
    expect(await asContainers(() => t.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, atOnce))).toMatchObject(whole)
    const rehearse = await t.admin.post(`/vm/v3/backup/${backup}/rehearse`, {})
    expect(rehearse).toMatchObject(whole)
    const other = { body: { error: { msg: expect.stringMatching(/is of a container/) } } }
    expect(await t.ann.post(`/vm/v3/host/${id}/restore`, { backup })).toMatchObject(other)
    expect(await t.ann.post(`/vm/v3/backup/${backup}/restore_as_host`, { name: 'vm' })).toMatchObject(other)
  })

  it('keeps its files when the backup cannot be read', async () => {
    const copy = await t.database.prisma.backup_copy.findFirstOrThrow({ where: { backup_id: backup } })
    await fill(id, filesOf('now'))
    await t.database.prisma.backup_copy.update({ where: { id: copy.id }, data: { digest: Buffer.alloc(32) } })
    const asked = await restore(id, backup)
    expect(await t.ended(asked.body.task)).toMatchObject({ status: 'failed' })
    await t.database.prisma.backup_copy.update({ where: { id: copy.id }, data: { digest: copy.digest } })
    expect((await filesNow(id)).equals(filesOf('now'))).toBe(true)
  })
})

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
