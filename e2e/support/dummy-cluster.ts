import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { writeDemoRepository } from '../../server/simulation/demo/plan/repository.ts'
import { configureDummy } from '../../server/simulation/hypervisor/config.ts'
import { databaseKeeper } from '../../server/simulation/node-states.ts'
import { startWorkerRole } from '../../server/worker.ts'
import { testApi } from './api.ts'
import { taskOver } from './task-end.ts'

/** The API with a worker and a simulated cluster: pool, two nodes, systems. What services do without a lab. */
export async function testCluster() {
  const folder = mkdtempSync(path.join(tmpdir(), 'datahall-dummy-'))
  const api = await testApi()
  configureDummy({ keeper: databaseKeeper(), speed: 0 })
  let stop: (() => Promise<void>) | undefined = startWorkerRole()
  const stopWorker = async () => {
    const running = stop
    stop = undefined
    await running?.()
  }

  /** Waits for the end of a task and answers its row. */
  async function ended(task: number) {
    await taskOver(api.database.pool, task)
    return (await api.admin.get(`/vm/v3/task?where=consul_id EQ ${task}&orderby=id desc`)).body.list[0]
  }
  /** The same for an answer that names a task which has to succeed; answers the answer's body. */
  async function done(answer: { status: number; body: { id: number; task: number } }) {
    if (answer.status !== 200) throw new Error(`refused: ${JSON.stringify(answer.body)}`)
    const task = await ended(answer.body.task)
    if (task.status !== 'complete') throw new Error(`${task.name}: ${task.error?.msg}`)
    return answer.body
  }

  const pool = (await api.admin.post('/vm/v3/userspace/public/ippool', { name: 'main' })).body.id as number
  await api.admin.post('/vm/v3/userspace/public/ipnet', { name: '10.1.0.0/16', gateway: '10.1.0.1' })
  await api.admin.post(`/vm/v3/ippool/${pool}/range`, { name: '10.1.0.10-10.1.3.250' })
  const repository = await api.admin.post('/vm/v3/repository', {
    name: 'test',
    url: await writeDemoRepository(path.join(folder, 'images')),
  })
  await ended(repository.body.tasks[0])
  const os = (await api.admin.get('/vm/v3/os?orderby=id')).body.list[0].id as number
  const cluster = (
    await done(
      await api.admin.post('/vm/v3/cluster', {
        name: 'cl1',
        virtualization_type: 'dummy',
        os_storage_path: '/share',
        image_storage_path: '/images',
        interfaces: [{ interface: 0, ippool: [pool] }],
        overselling: 5,
        spice_enabled: true,
      }),
    )
  ).id
  const node = async (name: string, ip: string) =>
    (await done(await api.admin.post('/vm/v3/node', { name, cluster, ip, ssh_port: 22, password: 'x' }))).id
  const nodes = [await node('n1', '198.51.100.1'), await node('n2', '198.51.100.2')] as const

  return {
    ...api,
    api,
    pool,
    os,
    cluster,
    nodes,
    ended,
    done,
    create: (body: object, who = api.ann) =>
      who.post('/vm/v3/host', { cluster, os, password: 'Guest-pass-1', ...body }),
    /** Tasks wait from now on, unless another process takes them. */
    stopWorker,
    startWorker() {
      stop ??= startWorkerRole()
    },
    host: async (id: number) => (await api.admin.get(`/vm/v3/host/${id}`)).body,
    async close() {
      await stopWorker()
      await api.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
