import { afterAll, beforeAll, expect, it } from 'vitest'
import { currentLab } from '../../../../e2e/lab/api.ts'
import { testApi } from '../../../../e2e/support/api.ts'
import { startWorkerRole } from '../../../worker.ts'

let api: Awaited<ReturnType<typeof testApi>>
let stopWorker: () => Promise<void>
const lab = currentLab()

beforeAll(async () => {
  api = await testApi()
  stopWorker = startWorkerRole()
})
afterAll(async () => {
  await stopWorker?.()
  await api?.close()
})

/** Waits for the end of a task by the change feed's truth, the task list, as field clients do. */
async function ended(task: number, seconds = 90) {
  for (const until = Date.now() + seconds * 1000; Date.now() < until; await new Promise((go) => setTimeout(go, 100))) {
    const { body } = await api.admin.get(`/vm/v3/task?where=consul_id EQ ${task}`)
    if (['complete', 'failed', 'aborted'].includes(body.list[0].status)) return body.list[0]
  }
  throw new Error(`task ${task} did not end`)
}

async function done(answer: { status: number; body: { task: number } }) {
  expect(answer.body).toMatchObject({ task: expect.any(Number) })
  const task = await ended(answer.body.task)
  expect(task).toMatchObject({ status: 'complete', error: null })
  return task
}

it('attaches a node, makes a machine from an image, and takes it through its life', async () => {
  const node1 = lab.nodes[0]!
  const { prisma } = api.database
  const pool = { body: await prisma.ippool.create({ data: { name: 'lab' } }) }
  await prisma.ipnet.create({ data: { name: '10.90.0.0/24', net: '10.90.0.0/24', gateway: '10.90.0.1', family: 2 } })
  await prisma.iprange.create({
    data: {
      ippool_id: pool.body.id,
      name: '10.90.0.100-10.90.0.120',
      first: '10.90.0.100',
      last: '10.90.0.120',
      family: 2,
      size: 21,
      frontier: '10.90.0.100',
    },
  })
  const repository = await api.admin.post('/vm/v3/repository', { name: 'lab', url: lab.repository })
  await done({ status: 200, body: { task: repository.body.tasks[0] } })
  const cluster = await api.admin.post('/vm/v3/cluster', {
    name: 'cl1',
    virtualization_type: 'kvm',
    os_storage_path: '/share',
    image_storage_path: '/images',
    interfaces: [{ interface: 0, ippool: [pool.body.id] }],
  })
  await done(cluster)
  await done(
    await api.admin.post('/vm/v3/node', {
      name: node1.name,
      cluster: cluster.body.id,
      ip: node1.address,
      ssh_port: node1.ssh_port,
      password: node1.password,
    }),
  )
  const { body: node } = await api.admin.get('/vm/v3/node/1')
  expect(node).toMatchObject({ state: 'active', accelerator: 'tcg', cpu_number: 2 })

  const os = (await api.admin.get('/vm/v3/os')).body.list[0]
  const made = await api.ann.post('/vm/v3/host', {
    name: 'first',
    cluster: cluster.body.id,
    os: os.id,
    password: 'Guest-pass-1',
    ram_mib: 256,
    hdd_mib: 256,
  })
  expect(made.body).toMatchObject({ task: expect.any(Number), recipe_task_list: [] })
  await done(made)
  const host = (await api.ann.get(`/vm/v3/host/${made.body.id}`)).body
  expect(host).toMatchObject({ state: 'active', disabled: false, ip4: [{ ip: '10.90.0.100', interface: 'eth0' }] })
  expect((await api.bob.get(`/vm/v3/host/${made.body.id}`)).status).toBe(404)
})
