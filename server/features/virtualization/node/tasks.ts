import { z } from 'zod'
import { panelKey } from '../../../auth/panel-key.ts'
import { db } from '../../../db/pool.ts'
import { unseal } from '../../../db/secrets.ts'
import { stored } from '../../../db/sentences.ts'
import type { Work } from '../../../db/transaction.ts'
import type { InterfaceMapping } from '../../../domain/node/schema.ts'
import { deviceRejected } from '../../../domain/shared/errors.ts'
import type { NodeFacts } from '../../../drivers/hypervisor/node-types.ts'
import type { NodeConnection, NodeTarget } from '../../../drivers/hypervisor/types.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { forgetOnNode } from '../backup/on-node.ts'
import { forgetLeft } from '../host/disks/move/forget.ts'
import { leaveNode } from '../host/reported.ts'
import { addNodeStorages } from '../storage/of-cluster.ts'
import { nudgeStorages } from '../storage/watch.ts'
import { connectTo, dropConnection } from './connections.ts'
import { rejectKept } from './kept-on.ts'
import { nudgeWatch } from './nudge.ts'

const input = z.object({ node_id: z.int() })
const locks = ({ node_id }: z.infer<typeof input>) => [`node:${node_id}`]

/** Everything the panel keeps on a node lives below these. */
const VM_PATH = '/vm'

export const nodeCreateTask = defineTask({
  name: 'node_create',
  title: 'Attach node',
  input,
  locks,
  timeoutMs: 10 * 60_000,
  async run(t, { node_id }) {
    const node = await db().prisma.node.findUniqueOrThrow({ where: { id: node_id } })
    const cluster = await db().prisma.cluster.findUniqueOrThrow({ where: { id: node.cluster_id } })
    const key = await panelKey()
    const target = (auth: NodeTarget['auth'], hostKey: string | null): NodeTarget => ({
      address: node.ip,
      port: node.port,
      username: node.ssh_user,
      auth,
      hostKey,
    })
    const first: NodeTarget['auth'] = node.attach_password
      ? { password: unseal(node.attach_password, { table: 'node', id: node_id, column: 'attach_password' }) }
      : { privateKey: key.privateKey }

    let open: NodeConnection | undefined
    try {
      t.progress(5, msg`Connecting`)
      const hostKey = await t.step('connect', async (signal) => {
        open = await connectTo(cluster.id, target(first, node.host_key), signal)
        return open.hostKey
      })
      const connection = async () => {
        open ??= await connectTo(cluster.id, target(first, hostKey), t.signal)
        return open
      }
      t.progress(15, msg`Checking the operating system`)
      const os = await t.step('check_os', async (signal) => (await connection()).checkOs(signal))
      t.progress(25, msg`Checking the hypervisor`)
      const hypervisor = await t.step('check_hypervisor', async (signal) =>
        (await connection()).checkHypervisor(signal),
      )
      t.progress(35, msg`Checking acceleration`)
      const accelerator = await t.step('probe_acceleration', async (signal) =>
        (await connection()).probeAccelerator(signal),
      )
      const capabilities = await t.step('read_capabilities', async (signal) =>
        (await connection()).capabilities(accelerator, signal),
      )
      t.progress(60, msg`Reading processor, memory and interfaces`)
      const facts = await t.step('read_hardware', async (signal) => {
        const found = await (await connection()).facts(signal)
        checkMapping(node.interfaces as InterfaceMapping, found)
        return found
      })
      t.progress(75, msg`Preparing directories`)
      await t.step('directories', async (signal) =>
        (await connection()).ensureDirectories([cluster.os_storage_path, cluster.image_storage_path, VM_PATH], signal),
      )
      const usage = await t.step('read_storage', async (signal) => (await connection()).usage(VM_PATH, signal))
      t.progress(85, msg`Installing the panel's key`)
      await t.step('install_key', async (signal) => (await connection()).authorizeKey(key.publicKey, signal))
      await t.step('sign_in_with_key', async (signal) => {
        const check = await connectTo(cluster.id, target({ privateKey: key.privateKey }, hostKey), signal)
        check.close()
      })
      t.progress(95, msg`Saving`)
      await t.stepTx('save', async (work) => {
        await work.tx.node.update({
          where: { id: node_id },
          data: {
            host_key: hostKey,
            state: 'active',
            attach_password: null,
            accelerator,
            capabilities,
            os_version: os.os_name,
            kernel_version: os.kernel,
            ...hypervisor,
            cpu_model: facts.cpu_model,
            cpu_number: facts.cpu_number,
            ram_mib: facts.ram_mib,
            ram_used_mib: usage.ram_used_mib,
            storage_total_mib: usage.storage_mib.total,
            storage_used_mib: usage.storage_mib.used,
            libvirt_error: null,
            unavailable_since: null,
            seen_at: new Date(),
            version: { increment: 1 },
          },
        })
        await saveInterfaces(work, node_id, facts)
        await addNodeStorages(work, node_id, usage)
        await nudgeStorages(work, node_id)
        changed(work, { entity: 'node', entity_id: node_id, event: 'update', data: { state: 'active' } })
      })
      return { accelerator, cpu_number: facts.cpu_number, ram_mib: facts.ram_mib }
    } finally {
      open?.close()
    }
  },
  async settle(t, { node_id }, outcome) {
    await dropConnection(node_id)
    if (outcome.status === 'complete') await nudgeWatch(node_id)
    else
      await t.stepTx('give_up', async (work) => {
        const { count } = await work.tx.node.updateMany({
          where: { id: node_id, state: 'creating' },
          data: {
            state: 'crashed',
            attach_password: null,
            libvirt_error: outcome.error?.message ?? stored(msg`The attachment was stopped`),
          },
        })
        if (count) changed(work, { entity: 'node', entity_id: node_id, event: 'update', data: { state: 'crashed' } })
      })
  },
})

/** What carries a network of the cluster has to be a bridge or in one: VMs are put on bridges only. */
function checkMapping(mapping: InterfaceMapping, facts: NodeFacts) {
  for (const { node_interface } of mapping) {
    if (!facts.interfaces.some((one) => one.name === node_interface))
      throw deviceRejected(
        msg`interfaces: the node has no interface ${node_interface}, only ${facts.interfaces.map((one) => one.name).join(', ')}`,
      )
    const bridges = facts.interfaces.filter((one) => one.type === 'bridge')
    if (!bridges.some((one) => one.name === node_interface || one.slaves.includes(node_interface)))
      throw deviceRejected(
        msg`interfaces: ${node_interface} is neither a bridge nor part of one: create a bridge with it on the node, and attach the node again`,
      )
  }
}

async function saveInterfaces(work: Work, node_id: number, facts: NodeFacts) {
  const names = facts.interfaces.map((i) => i.name)
  await work.tx.node_interface.deleteMany({ where: { node_id, name: { notIn: names } } })
  for (const i of facts.interfaces) {
    const data = {
      type: i.type,
      mac: i.mac,
      state: i.up ? 'up' : 'down',
      slaves: i.slaves,
      ip_params: { v4: i.v4, v6: i.v6, gateway_v4: i.gateway_v4, gateway_v6: i.gateway_v6 },
      is_default: i.gateway_v4 !== null,
    }
    await work.tx.node_interface.upsert({
      where: { node_id_name: { node_id, name: i.name } },
      create: { node_id, name: i.name, ...data },
      update: data,
    })
  }
}

export const nodeDeleteTask = defineTask({
  name: 'node_delete',
  title: 'Remove node',
  input,
  locks,
  async run(t, { node_id }) {
    await dropConnection(node_id)
    await t.stepTx('delete', async (work) => {
      await rejectKept(work, node_id)
      await forgetLeft(work, node_id)
      await forgetOnNode(work, node_id)
      await leaveNode(work, node_id)
      await work.tx.node.deleteMany({ where: { id: node_id } })
      changed(work, { entity: 'node', entity_id: node_id, event: 'delete' })
    })
  },
  async settle(t, { node_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('keep', async (work) => {
      await work.tx.node.updateMany({ where: { id: node_id, state: 'deleting' }, data: { state: 'unavailable' } })
      changed(work, { entity: 'node', entity_id: node_id, event: 'update' })
    })
    await nudgeWatch(node_id)
  },
})
