import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { currentLab, inNode, type LabNode } from '../../../../e2e/lab/api.ts'
import { removeGuests } from '../../../../e2e/lab/guest.ts'
import { testApi } from '../../../../e2e/support/api.ts'
import { lastChange } from '../../../events/change-feed.ts'
import { startWorkerRole } from '../../../worker.ts'

const run = promisify(execFile)

export type Body = Record<string, unknown> & { id: number; task: number }

export const GUEST_PASSWORD = 'Guest-pass-1'

/** A panel's API and worker on a database of their own, with a cluster to which the lab's nodes can be attached. */
export async function hostLab(type: 'kvm' | 'lxd' = 'kvm') {
  const lab = currentLab()
  const [node1, node2] = lab.nodes.filter((one) => (type === 'lxd' ? one.lxd : one.libvirt)) as [LabNode, LabNode]
  await removeGuests(lab)
  const api = await testApi()
  let stopWorker = startWorkerRole()

  /** Looks again whenever something has changed, until `look` answers; the change log is the clock, not a guess. */
  async function until<T>(what: string, look: () => Promise<T | false | undefined>, seconds = 400): Promise<T> {
    const end = Date.now() + seconds * 1000
    for (let seen = -1; Date.now() < end; ) {
      const now = await lastChange()
      if (now !== seen) {
        seen = now
        const found = await look()
        if (found) return found
      }
      await new Promise((go) => setTimeout(go, 50))
    }
    const hosts = await api.database.prisma.host.findMany({
      select: { id: true, state: true, queue: true, fault: true },
    })
    throw new Error(`not within ${seconds} s: ${what}; ${JSON.stringify(hosts)}`)
  }

  async function ended(task: number) {
    return until(`end of task ${task}`, async () => {
      const { body } = await api.admin.get(`/vm/v3/task?where=consul_id EQ ${task}&orderby=id desc`)
      const row = body.list[0]
      return ['complete', 'failed', 'aborted'].includes(row?.status) && row
    })
  }

  async function done(answer: { status: number; body: Body }): Promise<Body> {
    expect(answer).toMatchObject({ status: 200, body: { task: expect.any(Number) } })
    const row = await ended(answer.body.task)
    const faults =
      'select s.name, s.error from task_step s join task t on t.id = s.task_id where t.consul_id = $1 and s.error is not null'
    const why = row.status === 'complete' ? [] : (await api.database.pool.query(faults, [answer.body.task])).rows
    expect(row, `${row.error?.msg} ${JSON.stringify(why)}`).toMatchObject({ status: 'complete' })
    return answer.body
  }

  const host = async (id: number) => (await api.admin.get(`/vm/v3/host/${id}`)).body
  const packetRules = async (node: LabNode) =>
    (await inNode(lab, node.index, ['nft', 'list', 'tables'])).stdout.includes('bridge datahall')
      ? (await inNode(lab, node.index, ['nft', 'list', 'table', 'bridge', 'datahall'])).stdout
      : ''
  /** What a node holds packet rules for. */
  const filtersOn = async (node: LabNode) =>
    [...new Set((await packetRules(node)).match(/\bdh[0-9a-z]{12}\b/g))].join(' ')

  /** Files, domains, filters and addresses that a VM has left behind. */
  async function leftovers() {
    const { rows } = await api.database.pool.query('select count(*)::int as n from ip where host_id is null')
    // A lab may have one node only.
    const on = async (node: LabNode | undefined) =>
      node &&
      `${(await inNode(lab, node.index, ['virsh', '-q', 'list', '--all', '--name'])).stdout}${(await inNode(lab, node.index, ['ls', '/vm'])).stdout}${await filtersOn(node)}`.trim()
    return { addresses: rows[0].n, node1: await on(node1), node2: node2 ? await on(node2) : '' }
  }

  const { prisma } = api.database
  const pool = (await prisma.ippool.create({ data: { name: 'lab' } })).id
  const net = await prisma.ipnet.create({
    data: { name: '10.90.0.0/24', net: '10.90.0.0/24', gateway: '10.90.0.1', family: 2 },
  })
  await prisma.iprange.create({
    data: {
      ippool_id: pool,
      ipnet_id: net.id,
      name: '10.90.0.100-10.90.0.120',
      first: '10.90.0.100',
      last: '10.90.0.120',
      size: 21,
      frontier: '10.90.0.100',
      family: 2,
    },
  })
  const repository = await api.admin.post('/vm/v3/repository', { name: 'lab', url: lab.repository })
  await ended(repository.body.tasks[0])
  const systems: { id: number; is_lxd_image: boolean }[] = (await api.admin.get('/vm/v3/os')).body.list
  const os = systems.find((one) => one.is_lxd_image === (type === 'lxd'))?.id ?? 0
  const made = await done(
    await api.admin.post('/vm/v3/cluster', {
      name: 'cl1',
      virtualization_type: type,
      os_storage_path: '/share',
      image_storage_path: '/images',
      interfaces: [{ interface: 0, ippool: [pool] }],
    }),
  )
  const cluster = made.id

  const attach = (node: Pick<LabNode, 'name' | 'address' | 'ssh_port' | 'password'>, extra: object = {}) =>
    api.admin.post('/vm/v3/node', {
      name: node.name,
      cluster,
      ip: node.address,
      ssh_port: node.ssh_port,
      password: node.password,
      ...extra,
    })
  const create = (extra: object = {}, who = api.ann) =>
    who.post('/vm/v3/host', { cluster, os, password: GUEST_PASSWORD, ram_mib: 256, hdd_mib: 256, ...extra })

  /** What a shell in the guest at an address answers; throws while it does not. */
  async function inGuest(address: string, command: string, password = GUEST_PASSWORD): Promise<string> {
    const options = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'ConnectTimeout=20']
    const ssh = ['ssh', '-q', ...options.flatMap((one) => ['-o', one]), `root@${address}`, command]
    return (await run('sshpass', ['-p', password, ...ssh], { timeout: 120_000 })).stdout.trim()
  }
  /** Waits for a guest of that name to let one in at an address. */
  const guestIs = (name: string, address: string, password = GUEST_PASSWORD) =>
    until(`the guest ${name} answers at ${address}`, async () => {
      const said = await inGuest(address, 'hostname', password).catch(() => '')
      // The change log is the clock of `until`.
      if (said !== name)
        await api.database.prisma.change.create({ data: { entity: 'test', entity_id: 0, event: 'update' } })
      return said === name
    })
  /** For tests that have workers of their own. */
  const worker = {
    stop: () => stopWorker(),
    start() {
      stopWorker = startWorkerRole()
    },
  }

  async function close() {
    await stopWorker()
    await api.close()
  }
  return {
    lab,
    node1,
    node2,
    api,
    cluster,
    until,
    ended,
    done,
    host,
    attach,
    create,
    packetRules,
    filtersOn,
    leftovers,
    inGuest,
    guestIs,
    worker,
    close,
  }
}
