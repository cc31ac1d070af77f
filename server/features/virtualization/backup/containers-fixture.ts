import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, vi } from 'vitest'
import { onNode, type Panel, startVault } from '../../../../e2e/support/backed-up.ts'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { lxdDriver } from '../../../drivers/hypervisor/lxd/driver.ts'
import { tarOf } from '../../../protocols/tar-layout/write.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { dummyDriver } from '../../../simulation/hypervisor/driver.ts'
import { nodeConnection } from '../node/connections.ts'

export let t: Panel
let vault: Awaited<ReturnType<typeof startVault>>
let home: number

/** Containers of simulated nodes with a backup location, for all tests of a file. */
export function backedUpContainers() {
  beforeAll(setUp)
  afterAll(async () => {
    vi.restoreAllMocks()
    await t.close()
    await vault.server.close()
  })
}

async function setUp() {
  // Whatever connects while the cluster is one of containers reaches the simulated nodes as well.
  vi.spyOn(lxdDriver, 'connect').mockImplementation((target, signal) => dummyDriver.connect(target, signal))
  vi.spyOn(lxdDriver, 'openFolder').mockImplementation((...asked) => dummyDriver.openFolder(...asked))
  t = await testCluster()
  home = t.cluster
  vault = await startVault(t)
  await t.database.prisma.backup_location_cluster.create({ data: { backup_location_id: vault.id, cluster_id: home } })
}

/** Files of a container; `also` is the content of one more. */
export function filesOf(also: string): Buffer {
  const noise = (n: number) => Buffer.concat(Array(1 + (n % 90)).fill(createHash('sha512').update(`${n}`).digest()))
  const files = Array.from({ length: 700 }, (_, n) => ({ name: `rootfs/usr/${n}`, content: noise(n) }))
  return tarOf([{ name: 'rootfs/a', content: Buffer.from(also) }, ...files])
}

/** What the node has of a VM, as the files of a container. */
export async function fill(id: number, content: Buffer): Promise<void> {
  const { row, domain } = await onNode(t, id)
  const path = domain?.spec.disks[0]?.path ?? ''
  await (await nodeConnection(row.node_id ?? 0, soon())).fillVolume(path, Readable.from([content]), soon())
}

export async function filesNow(id: number): Promise<Buffer> {
  const { domain, state } = await onNode(t, id)
  const file = state.files[domain?.spec.disks[0]?.path ?? '']
  return Buffer.from((file?.kind === 'volume' && file.archive) || '', 'base64')
}

/** What is asked of a cluster with containers; its nodes are simulated ones all the same. */
export async function asContainers<T>(ask: () => Promise<T>): Promise<T> {
  const cluster = (virtualization_type: string) =>
    t.database.prisma.cluster.update({ where: { id: home }, data: { virtualization_type } })
  await cluster('lxd')
  try {
    return await ask()
  } finally {
    await cluster('dummy')
  }
}

export const container = async (name: string, node?: number) => {
  const body = { name, hdd_mib: 2048, ram_mib: 512, ...(node && { node, account: t.ann.id }) }
  const { id } = await t.done(await t.create(body, node ? t.admin : t.ann))
  await fill(id, filesOf('then'))
  return id
}
export const ask = (id: number) =>
  asContainers(() => t.ann.post(`/vm/v3/host/${id}/backup`, { backup_locations: [vault.id] }))
export const backUp = async (id: number) => (await t.done(await ask(id))).id
export const restore = (id: number, backup: number) =>
  asContainers(() => t.ann.post(`/vm/v3/host/${id}/restore`, { backup }))
export const rowOf = (id: number) => t.database.prisma.backup.findUniqueOrThrow({ where: { id } })
