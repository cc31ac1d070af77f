// Inside the lab: see ../creation.ts.
import { randomUUID } from 'node:crypto'
import type { DomainSpec } from '../../../server/drivers/hypervisor/domain-types.ts'
import { currentLab } from '../../lab/api.ts'
import { ADMIN, startPanel } from '../../support/panel-process.ts'
import { restClient } from '../../support/rest-client.ts'
import { GUEST_PASSWORD, looker, prepare, until } from '../../support/slice.ts'
import { calm } from '../calm.ts'
import { type Goal, median, report, short } from '../goals.ts'
import { databaseUrl, stepTimes } from './database.ts'
import { connectToNode, watchNode } from './seen.ts'

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 7)
const SIZE = { ram_mib: 256, hdd_mib: 256 }
const never = new AbortController().signal

const lab = currentLab()
const node = lab.nodes[0]!
const panel = await startPanel({ env: { DATAHALL_LOG: 'warn' } })
const rest = await restClient(panel.address, ADMIN)
const database = await looker(databaseUrl(panel.data))
const slice = await prepare(rest, lab, [node.index])
const watch = await watchNode(node)
const direct = await connectToNode(node)
const steps = new Map<string, number[]>()

/** From the call to the running domain, and to the answer that says so. */
async function ours(round: number) {
  await calm()
  const from = performance.now()
  const made = await rest.post('/vm/v3/host', {
    cluster: slice.cluster,
    os: slice.os,
    name: `bench-${round}`,
    password: GUEST_PASSWORD,
    ...SIZE,
  })
  if (made.status !== 200) throw new Error(JSON.stringify(made.body))
  const answered = performance.now() - from
  const runs = (await watch.runs(`dh-${made.body.id}-`)) - from
  await until('the machine is active', async () => {
    const { body } = await rest.get(`/vm/v3/host/${made.body.id}`)
    if (body.state === 'crashed') throw new Error(JSON.stringify(body.fault))
    return body.state === 'active'
  })
  const active = performance.now() - from
  for (const { name, ms } of await stepTimes(database, made.body.task))
    steps.set(name, [...(steps.get(name) ?? []), ms])
  const gone = await rest.delete(`/vm/v3/host/${made.body.id}`)
  await rest.ended(gone.body.task)
  return { answered, runs, active }
}

/** Time libvirt itself needs for the same VM with its files there already: define and start. */
async function bare(round: number): Promise<number> {
  const name = `bare-${round}`
  const [image] = await database.rows<{ path: string }>(
    `select rtrim(c.os_storage_path, '/') || '/' || o.sha256 || '.' || o.format as path from cluster c, os o where c.id = $1 and o.id = $2`,
    [slice.cluster, slice.os],
  )
  const [disk, seed] = [`/vm/${name}.qcow2`, `/vm/${name}.iso`]
  const spec: DomainSpec = {
    internal_name: name,
    uuid: randomUUID(),
    cpu_number: 1,
    ram_mib: SIZE.ram_mib,
    accelerator: 'tcg',
    ...{
      cpu_mode: 'default',
      cpu_custom_model: null,
      nesting: false,
      room: null,
      limits: {},
      spice: null,
      efi_boot: false,
      secure_boot: false,
      vnc_password: 'password',
      cdrom: seed,
    },
    disks: [{ path: disk, format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 }],
    interfaces: [{ mac: '52:54:00:00:be:01', bridge: 'vmbr0', model: 'virtio', filter: null }],
  }
  await direct.createVolume(
    { path: disk, size_mib: SIZE.hdd_mib, backing: { path: image!.path, format: 'qcow2' } },
    never,
  )
  await direct.writeSeed(seed, { 'meta-data': `instance-id: ${name}\n`, 'user-data': '#cloud-config\n' }, never)
  await calm()
  const from = performance.now()
  await direct.defineDomain(spec, never)
  await direct.startDomain(name, never)
  const runs = (await watch.runs(name)) - from
  await direct.destroyDomain(name, never)
  await direct.undefineDomain(name, never)
  await direct.deleteFile(disk, never)
  await direct.deleteFile(seed, never)
  return runs
}

let holds = false
try {
  const goal = { unit: 'ms', better: 'above', floor: 300, aim: 150 } as const
  const running: Goal = {
    ...goal,
    id: 'creation',
    what: 'from the call to the running domain',
    ours: [],
    reference: [],
  }
  const active: Goal = {
    ...goal,
    id: 'creation',
    what: 'from the call to `active` in the API',
    ours: [],
    reference: [],
  }
  const answered: number[] = []
  await ours(0)
  await bare(0)
  steps.clear()
  for (let round = 1; round <= ROUNDS; round++) {
    const one = await ours(round)
    running.ours.push(one.runs)
    active.ours.push(one.active)
    answered.push(one.answered)
    const alone = await bare(round)
    running.reference.push(alone)
    active.reference.push(alone)
  }
  holds = report('creation', [running, active])
  const each = [...steps].map(([name, ms]) => `${name} ${short(median(ms))}`).join(', ')
  console.log(`creation: the call is answered after ${short(median(answered))} ms; steps in ms: ${each}`)
} finally {
  direct.close()
  watch.close()
  await database.close()
  await panel.stop()
}
process.exit(holds ? 0 : 1)
