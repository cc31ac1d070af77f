import { createHash } from 'node:crypto'
import { expect } from 'vitest'
import { inNode, type LabNode } from '../../../../e2e/lab/api.ts'
import { killedAt } from '../../../../e2e/support/host-worker.ts'
import { transaction } from '../../../db/transaction.ts'
import { idAt, pieceBytes, pieceCount } from '../../../protocols/chunk-store/index-file.ts'
import { enqueue } from '../../../tasks/enqueue.ts'
import { hostLab } from '../host/lab-fixture.ts'
import { openCopy } from './open-copy.ts'
import type { Place } from './place.ts'
import { backupRoundTask } from './round-task.ts'

const LEASE_MS = 3_000
const FOLDER = '/var/lib/backup-lab'

/** A panel with real nodes, on whose SSH servers it has backup locations, and what backups hold compared with the disks themselves. */
export async function backupLab() {
  const t = await hostLab()
  const { lab, node1, node2, api, cluster, done, ended, inGuest, worker } = t
  const { prisma } = api.database
  const on = async (node: LabNode, ...argv: string[]) => {
    const { code, stdout, stderr } = await inNode(lab, node.index, argv)
    if (code !== 0) throw new Error(`${argv.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
  /** Of what earlier runs have left. */
  const clear = async () => {
    for (const node of [node1, node2])
      if (node) await on(node, 'sh', '-c', `rm -rf ${FOLDER} /images/backups; mkdir -p ${FOLDER}`)
  }
  await clear()

  /** A backup location on a node. */
  async function location(name: string, node = node1, more: object = {}): Promise<number> {
    const { address: ip, ssh_port: port, user: login, password } = node
    const way = { ip, port, login, password, path: `${FOLDER}/${name}` }
    const body = { name, connection_params: way, clusters: [cluster], ...more }
    return (await done(await api.admin.post('/vm/v3/backup_location', body))).id
  }
  const filesOf = async (name: string, node = node1) =>
    (await on(node, 'find', `${FOLDER}/${name}`, '-type', 'f', '-printf', '%P\n')).split('\n').filter(Boolean)

  const backups = async (host_id: number) => (await api.admin.get(`/vm/v3/host/${host_id}/backup`)).body.list
  const start = (host_id: number, body: object) => api.admin.post(`/vm/v3/host/${host_id}/backup`, body)
  async function backUp(host_id: number, body: object) {
    const { id } = await done(await start(host_id, body))
    return (await backups(host_id)).find((one: { id: number }) => one.id === id)
  }

  const pathOf = async (host_id: number) => (await prisma.disk.findFirstOrThrow({ where: { host_id } })).path ?? ''
  /** SHA-256 of a disk as its node reads it. What writes to it has to stand still. */
  async function diskSum(path: string, node = node1): Promise<string> {
    const raw = `${FOLDER}/whole.raw`
    const script = `qemu-img convert -U -O raw "$1" ${raw} && sha256sum < ${raw}; rm -f ${raw}`
    return (await on(node, 'sh', '-c', script, 'sh', path)).split(/\s/)[0] ?? ''
  }
  /** SHA-256 of all that a backup holds. */
  async function backupSum(id: number, except: number[] = []): Promise<string> {
    const { store, index, close } = await openCopy(id, AbortSignal.timeout(60_000), except)
    try {
      const hash = createHash('sha256')
      for (let piece = 0; piece < pieceCount(index); piece++) {
        const data = idAt(index, piece) ? await store.readPiece(index, piece) : null
        hash.update(data ?? Buffer.alloc(pieceBytes(index, piece)))
      }
      return hash.digest('hex')
    } finally {
      await close()
    }
  }

  /** The guest has written all that it has, and nothing more until `goOn`. */
  async function standStill(address: string): Promise<void> {
    await inGuest(
      address,
      'sync; echo u > /proc/sysrq-trigger; for i in 1 2 3 4 5; do grep -q " / ext4 ro" /proc/mounts && exit 0; sleep 1; done; exit 1',
    )
  }
  const goOn = (address: string) => inGuest(address, 'mount -o remount,rw /')

  /** What the domain and the disk of a VM have of backups: nothing is being read, and there are these checkpoints. */
  async function traces(host_id: number) {
    const { internal_name: name } = await prisma.host.findUniqueOrThrow({ where: { id: host_id } })
    const of = async (...argv: string[]) => (await on(node1, ...argv)).split('\n').filter(Boolean)
    const job = await on(node1, 'sh', '-c', `virsh -q backup-dumpxml ${name} 2>/dev/null || true`)
    return {
      job,
      checkpoints: await of('virsh', '-q', 'checkpoint-list', name, '--name'),
      scratch: (await of('ls', '/vm')).filter((file) => !file.endsWith('.qcow2') && !file.endsWith('.iso')),
      servers: await on(node1, 'sh', '-c', 'pgrep -c qemu-nbd || true'),
    }
  }

  /** Asks for something with a worker that is killed at a place, then lets another one end it. */
  async function endedAfterKill(ask: () => Promise<{ status: number; body: { task: number } }>, place: string) {
    await worker.stop()
    const { status, body } = await ask()
    expect(status, place).toBe(200)
    const row = await prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })
    const { url, masterKey } = api.database
    await killedAt({ url, masterKey, leaseMs: LEASE_MS, holds: { [row.id]: place } })
    worker.start()
    expect(await ended(body.task), place).toMatchObject({ status: 'complete' })
  }

  /** The daily round of a place, now. */
  async function round(place: Place): Promise<void> {
    const options = {
      registry_id: place.location_id ?? place.node_id ?? 0,
      entity: 'backup_location',
      account_id: null,
    }
    const task = await transaction((work) => enqueue(work, backupRoundTask, { place }, options))
    expect(await ended(task.consul_id)).toMatchObject({ status: 'complete' })
  }
  return {
    ...t,
    on,
    clear,
    location,
    filesOf,
    backups,
    start,
    backUp,
    pathOf,
    diskSum,
    backupSum,
    standStill,
    goOn,
    traces,
    endedAfterKill,
    round,
    folder: FOLDER,
  }
}
