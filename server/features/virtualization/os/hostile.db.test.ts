import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { testCluster } from '../../../../e2e/support/dummy-cluster.ts'
import { transaction } from '../../../db/transaction.ts'
import {
  ALLOWED_MIB,
  goodQcow2,
  type Hostile,
  hostilePacking,
  hostileQcow2,
  hostileRaw,
} from '../../../protocols/image-content/hostile-fixture.ts'
import { dummyNode } from '../../../simulation/hypervisor/node.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { osCopyTask } from './tasks.ts'

// A repository offers images that are not what its index says. None of them comes to a node under its name.

type Offered = Hostile & { format: 'qcow2' | 'raw' | 'lxd' }
const whole = hostileQcow2.filter(({ bytes }) => bytes.length > 0)
const offered: Offered[] = [
  // A few of each kind: all of them are put on a node in `server/drivers/hypervisor/linux/hostile-images.test.ts`.
  ...whole.filter((_, n) => n % 6 === 0).map((one) => ({ ...one, format: 'qcow2' as const })),
  ...hostileRaw.slice(0, 2).map((one) => ({ ...one, format: 'raw' as const })),
  ...hostilePacking.slice(0, 1).map((one) => ({ ...one, format: 'lxd' as const })),
]
const folder = mkdtempSync(path.join(tmpdir(), 'datahall-hostile-'))
let t: Awaited<ReturnType<typeof testCluster>>

beforeAll(async () => {
  t = await testCluster()
  const images = [{ what: 'good', bytes: goodQcow2, format: 'qcow2' }, ...offered].map(({ what, bytes, format }, n) => {
    const file = `image-${n}.${format}`
    writeFileSync(path.join(folder, file), bytes)
    return {
      ...{ name: what, file, format, size_bytes: bytes.length, os_group: 'linux', login_user: 'root' },
      ...{ virtual_size_mib: ALLOWED_MIB, min_disk_mib: ALLOWED_MIB, min_ram_mib: 128 },
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
  })
  writeFileSync(path.join(folder, 'index.json'), JSON.stringify({ version: 1, images }))
  const made = await t.admin.post('/vm/v3/repository', { name: 'hostile', url: folder })
  expect(await t.ended(made.body.tasks[0])).toMatchObject({ status: 'complete' })
})
afterAll(async () => {
  await t.close()
  rmSync(folder, { recursive: true, force: true })
})

const node = () => t.nodes[0]
async function bring(name: string) {
  const os = await t.database.prisma.os.findFirstOrThrow({ where: { name } })
  const options = { registry_id: os.id, entity: 'os', account_id: null }
  const task = await transaction((work) => enqueue(work, osCopyTask, { os_id: os.id, node_id: node() }, options))
  return { os, task: await t.ended(task.consul_id) }
}
async function there(): Promise<string[]> {
  const { ip } = await t.database.prisma.node.findUniqueOrThrow({ where: { id: node() } })
  return Object.keys((await dummyNode(ip).store.read()).files)
}

it('takes the one that is what the index says', async () => {
  const { os, task } = await bring('good')
  expect(task).toMatchObject({ status: 'complete' })
  expect(await there()).toEqual([`/share/${os.sha256}.qcow2`])
})

it.each(offered.map((one) => [one.what, one] as const))('refuses in words: %s', async (what, { words }) => {
  const before = await there()
  const { os, task } = await bring(what)
  expect(task).toMatchObject({ status: 'failed', error: { msg: expect.stringMatching(words) } })
  expect(await there()).toEqual(before)
  expect(await t.database.prisma.os_node.count({ where: { os_id: os.id } })).toBe(0)
})
