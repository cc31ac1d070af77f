import path from 'node:path'
import { z } from 'zod'
import { db } from '../../db/pool.ts'
import type { Work } from '../../db/transaction.ts'
import { clusterEndpoints } from '../../features/virtualization/cluster/endpoints.ts'
import { hostEndpoints } from '../../features/virtualization/host/endpoints.ts'
import { hostActionEndpoints } from '../../features/virtualization/host/power-endpoints.ts'
import { nodeEndpoints } from '../../features/virtualization/node/endpoints.ts'
import { presetEndpoints } from '../../features/virtualization/preset/endpoints.ts'
import { repositoryEndpoints } from '../../features/virtualization/repository/endpoints.ts'
import { panelSettings } from '../../process/settings.ts'
import { msg } from '../../shared/text.ts'
import { defineTask } from '../../tasks/define.ts'
import { nudge } from '../../tasks/reconciler.ts'
import { loadLocations, removeLocations, removeStored } from './backup-locations.ts'
import { makeBackups, writeBackupHistory } from './backups.ts'
import { bootServicesThere, bringTemplates, renewTemplates, setUpBootServices } from './boot-services.ts'
import { attachContainerNode, makeContainerCluster, makeContainers, removeContainers } from './containers.ts'
import { controlHostFolder, removeControlHosts } from './control-hosts.ts'
import { deleteFreeDisks, demoDisks } from './disks.ts'
import { writeFigureHistory } from './figure-history.ts'
import { FLEET, FLEET_PORT } from './fleet.ts'
import { frontDoor, tasksDone, tasksOver } from './front-door.ts'
import { makeImages, noteImages, removeImages } from './images.ts'
import { cancelOperations, writeOperations } from './operation-history.ts'
import { makePacketRules } from './packet-rules.ts'
import { demoHosts, demoNodes, demoOwners, demoPresets, demoProtected, demoStopped } from './plan/plan.ts'
import { writeDemoRepository } from './plan/repository.ts'
import { demoLimited } from './plan/scripts.ts'
import { demoPlaces } from './plan/storages.ts'
import { DEMO, demoContents, saveDemo, saveLocations, saveRoom, saveSchedules, saveStorages } from './record.ts'
import { makeRehearsals, writeUnanswered } from './rehearsals.ts'
import { loadRoom } from './room-load.ts'
import { removeRoom } from './room-remove.ts'
import { claimBackups, loadSchedules, removeSchedules, writeScheduleHistory } from './schedules.ts'
import { limitOwner, makeScripts } from './scripts.ts'
import { makeSnapshots } from './snapshots.ts'
import { loadStorages, removeStorages, writeStorageHistory } from './storages.ts'

/** Whole tables are written at once, on a busy host too. */
const SLOW_MS = 60_000

export const demoLoadTask = defineTask({
  name: 'demo_load',
  title: 'Load the demo data centre',
  input: z.object({ account_id: z.int() }),
  locks: () => [DEMO],
  timeoutMs: 15 * 60_000,
  async run(t, { account_id }) {
    const ask = await frontDoor(account_id)
    const { prisma } = db()
    t.progress(2, msg`Preparing images`)
    const url = await t.step('repository_files', () =>
      writeDemoRepository(path.join(panelSettings().dataDirectory, 'demo-repository')),
    )
    const repository = await t.step(
      'repository',
      async () =>
        (await prisma.repository.findUnique({ where: { name: 'Demo' } })) ??
        ask(repositoryEndpoints.create, { body: { name: 'Demo', url } }),
      {},
    )
    await t.step('repository_read', async (signal) =>
      tasksDone('tasks' in repository ? (repository.tasks as number[]) : [], signal),
    )
    t.progress(8, msg`Creating accounts and addresses`)
    const owners = await t.stepTx('accounts', async ({ tx }) => {
      const made = []
      for (const owner of demoOwners)
        made.push(
          await tx.account.upsert({
            where: { email: owner.email },
            create: owner,
            update: {},
          }),
        )
      return made.map((owner) => owner.id)
    })
    const pool = await t.stepTx('addresses', async ({ tx }) => {
      const net = await tx.ipnet.create({
        data: { name: '192.0.2.0/24', net: '192.0.2.0/24', gateway: '192.0.2.1', family: 2, note: 'Demo' },
      })
      const made = await tx.ippool.create({ data: { name: 'demo', note: 'Demo' } })
      const range = { first: '192.0.2.10', last: '192.0.2.200', size: 191, frontier: '192.0.2.10', family: 2 }
      await tx.iprange.create({
        data: { ippool_id: made.id, ipnet_id: net.id, name: '192.0.2.10-192.0.2.200', ...range },
      })
      return made.id
    })
    t.progress(12, msg`Attaching simulated nodes`)
    const cluster = await t.step('cluster', async () => {
      const body = {
        name: 'Demo',
        virtualization_type: 'dummy' as const,
        os_storage_path: '/share',
        image_storage_path: '/images',
        spice_enabled: true,
        manage_disk_enabled: true,
        iso_enabled: true,
        interfaces: [{ interface: 0, ippool: [pool] }],
      }
      const known = await prisma.cluster.findUnique({ where: { name: 'Demo' } })
      return (
        known?.id ??
        (
          await ask(clusterEndpoints.create, {
            body: { ...body, overselling: 2, comment: 'Simulated: nothing of it exists' },
          })
        ).id
      )
    })
    const containers = await t.step('container_cluster', () => makeContainerCluster(ask, pool))
    const presets = await t.step('presets', async () => {
      const made = []
      for (const preset of demoPresets) {
        const known = await prisma.preset.findUnique({ where: { name: preset.name } })
        made.push(
          (known ?? (await ask(presetEndpoints.create, { body: { ...preset, virtualization_type: 'kvm' } }))).id,
        )
      }
      return made
    })
    await t.step('contents', () => saveDemo({ cluster, containers, pool, owners, presets }))
    const nodes = await t.step('nodes', async () => {
      const known = new Set((await prisma.node.findMany({ where: { cluster_id: cluster } })).map((node) => node.name))
      const tasks = []
      for (const node of demoNodes.filter((n) => !known.has(n.name)))
        tasks.push(
          (await ask(nodeEndpoints.create, { body: { ...node, cluster, ssh_port: 22, password: 'demo' } })).task,
        )
      return tasks
    })
    await t.step('nodes_attached', (signal) => tasksDone(nodes, signal))
    const lxd = await t.step('container_node', () => attachContainerNode(ask, containers))
    await t.step('container_node_attached', (signal) => tasksDone(lxd, signal))
    const storages = await t.step('storages', () => loadStorages(ask, cluster))
    await t.stepTx('storages_noted', (work) => saveStorages(work, Object.values(storages.ids), storages.tags))
    await t.step('storages_attached', (signal) => tasksDone(storages.tasks, signal))
    const locations = await t.step('backup_locations', () => loadLocations(ask, [cluster, containers]))
    await t.stepTx('backup_locations_noted', (work) => saveLocations(work, locations))
    t.progress(20, msg`Filling racks`)
    const racks = async (work: Work) => {
      const there = await work.tx.node.findMany({ where: { cluster_id: cluster }, select: { id: true, name: true } })
      const onServers = demoNodes.map(({ name }) => there.find((node) => node.name === name)?.id)
      const loaded = await loadRoom(work, { owners, nodes: onServers })
      await saveRoom(work, { ...loaded, control_hosts: controlHostFolder() })
      await nudge(work, FLEET)
    }
    await t.stepTx('racks', racks, { timeoutMs: SLOW_MS })
    const room = (await demoContents())?.hall
    if (!room) throw new Error('The demo has no racks')
    await t.stepTx('operations_past', (work) =>
      writeOperations(work, room, { account_id, repository_id: repository.id }),
    )
    const site = room.locations[0] ?? 0
    const booting = await t.step('boot_services', (signal) => setUpBootServices(ask, site, signal), {
      timeoutMs: 2 * SLOW_MS,
    })
    const systems = await prisma.os.findMany({ where: { repository_id: repository.id }, orderBy: { id: 'asc' } })
    for (let from = 0; from < demoHosts.length; from += 15) {
      t.progress(25 + from, msg`Creating VMs (${from} of ${demoHosts.length})`)
      const some = demoHosts.slice(from, from + 15)
      const tasks = await t.step(`machines_${from}`, async () => {
        const made = []
        for (const [n, { owner, system, preset, ...host }] of some.entries()) {
          const account = owners[owner]
          const storage = storages.ids[demoPlaces[(from + n) % demoPlaces.length] ?? '']
          if (await prisma.host.findFirst({ where: { name: host.name, account_id: account } })) continue
          made.push(
            (
              await ask(hostEndpoints.create, {
                body: {
                  ...host,
                  account,
                  cluster,
                  os: systems[system]?.id,
                  password: 'demo-password',
                  ...(preset !== undefined && { preset: presets[preset] }),
                  ...(storage !== undefined && { storage }),
                },
              })
            ).task,
          )
        }
        return made
      })
      await t.step(`machines_${from}_made`, (signal) => tasksOver(tasks, signal))
    }
    await t.step('containers', (signal) => makeContainers(ask, containers, owners, signal), { timeoutMs: 5 * SLOW_MS })
    const boots = await t.step('boot_services_there', (signal) => bootServicesThere(ask, site, booting, signal))
    const templates = await t.step('templates', async () => (boots ? bringTemplates(ask, site, repository.id) : []))
    const disks = await t.step('disks', () => demoDisks(ask, cluster, owners))
    await t.step('disks_made', (signal) => tasksOver(disks, signal))
    await t.step('packet_rules', (signal) => makePacketRules(ask, cluster, signal))
    await t.step('scripts', (signal) => makeScripts(ask, cluster, signal), { timeoutMs: SLOW_MS })
    await t.step('limits', () => limitOwner(ask, owners[demoLimited.owner] ?? 0, demoLimited.limits))
    await t.step('snapshots', (signal) => makeSnapshots(ask, cluster, signal), { timeoutMs: 5 * SLOW_MS })
    t.progress(88, msg`Making backups`)
    await t.step('backups', (signal) => makeBackups(ask, cluster, locations[0], signal), { timeoutMs: 5 * SLOW_MS })
    await t.step('rehearsals', (signal) => makeRehearsals(ask, cluster, signal), { timeoutMs: 5 * SLOW_MS })
    await t.step('images', (signal) => makeImages(ask, cluster, signal), { timeoutMs: 5 * SLOW_MS })
    await t.stepTx('images_noted', (work) => noteImages(work, cluster))
    await t.step('templates_renewed', (signal) => renewTemplates(ask, repository.id, templates, signal), {
      timeoutMs: 2 * SLOW_MS,
    })
    t.progress(90, msg`Setting states`)
    await t.step('states', async (signal) => {
      const tasks = []
      for (const host of await prisma.host.findMany({ where: { cluster_id: cluster } })) {
        const params = { host_id: host.id }
        if (demoProtected(host.name)) await ask(hostEndpoints.edit, { params, body: { is_protected: true } })
        if (demoStopped(host.name) && host.state === 'active' && (host.queue as unknown[]).length === 0)
          tasks.push((await ask(hostActionEndpoints.stop, { params, body: { force: true } })).task)
      }
      await tasksOver(tasks, signal)
    })
    const schedules = await t.step('schedules', () => loadSchedules(ask, cluster, locations))
    await t.stepTx('schedules_noted', (work) => saveSchedules(work, schedules))
    t.progress(96, msg`Writing the history of figures`)
    await t.stepTx(
      'figures',
      async (work) => {
        await writeFigureHistory(work, cluster)
        await writeFigureHistory(work, containers)
        await writeStorageHistory(work, cluster)
        await writeBackupHistory(work, cluster, locations[0])
        await writeUnanswered(work, cluster)
        await writeScheduleHistory(work, schedules)
        await claimBackups(work, cluster, schedules)
      },
      { timeoutMs: SLOW_MS },
    )
    return { cluster }
  },
})

export const demoRemoveTask = defineTask({
  name: 'demo_remove',
  title: 'Remove the demo data centre',
  input: z.object({ account_id: z.int() }),
  locks: () => [DEMO],
  timeoutMs: 15 * 60_000,
  async run(t, { account_id }) {
    const ask = await frontDoor(account_id)
    const { prisma } = db()
    const demo = await demoContents()
    if (!demo) return
    t.progress(10, msg`Deleting VMs`)
    await t.step('machines', async (signal) => {
      const tasks = []
      await prisma.host.updateMany({
        where: { cluster_id: demo.cluster },
        data: { is_protected: false, extended_protection: false },
      })
      for (const host of await prisma.host.findMany({
        where: { cluster_id: demo.cluster, state: { not: 'deleting' } },
      }))
        tasks.push((await ask(hostEndpoints.delete, { params: { host_id: host.id } })).task)
      await tasksDone(tasks, signal)
    })
    await t.step('containers', (signal) => removeContainers(ask, demo.containers, signal), { timeoutMs: 5 * SLOW_MS })
    await t.step('disks', async (signal) => tasksDone(await deleteFreeDisks(ask, demo.cluster), signal))
    await t.stepTx('backups', async ({ tx }) => {
      await tx.rehearsal.deleteMany({ where: { cluster_id: demo.cluster, cleared_at: { not: null } } })
      await tx.backup.deleteMany({ where: { cluster_id: demo.cluster } })
    })
    // Nodes are not removed while they keep images.
    await t.stepTx('images', (work) => removeImages(work, demo.cluster, demo.owners))
    t.progress(60, msg`Removing nodes`)
    await t.step('nodes', async (signal) => {
      const tasks = []
      for (const node of await prisma.node.findMany({ where: { cluster_id: demo.cluster } }))
        tasks.push((await ask(nodeEndpoints.delete, { params: { node_id: node.id } })).task)
      await tasksDone(tasks, signal)
    })
    t.progress(75, msg`Removing racks`)
    if (demo.hall) {
      const { hall: room } = demo
      // What runs on a server that goes would end in a fault that says nothing.
      await t.step('operations', async (signal) => void (await tasksOver(await cancelOperations(ask, room), signal)))
      const racks = async (work: Work) => {
        await removeRoom(work, room)
        await saveRoom(work, null)
        await work.tx.setting.deleteMany({ where: { name: FLEET_PORT } })
        await nudge(work, FLEET)
      }
      await t.stepTx('racks', racks, { timeoutMs: SLOW_MS })
    }
    t.progress(80, msg`Removing other objects`)
    await t.step(
      'cluster',
      async () => void (await ask(clusterEndpoints.delete, { params: { cluster_id: demo.cluster } })),
    )
    await t.step('presets', async () => {
      for (const { id } of await prisma.preset.findMany({ where: { id: { in: demo.presets ?? [] } } }))
        await ask(presetEndpoints.delete, { params: { preset_id: id } })
    })
    await t.step('repository', async () => {
      const known = await prisma.repository.findUnique({ where: { name: 'Demo' } })
      if (known) await ask(repositoryEndpoints.delete, { params: { repository_id: known.id } })
    })
    await t.stepTx('storages', (work) => removeStorages(work, demo))
    await t.stepTx('schedules', async (work) => void (await removeSchedules(work, demo.schedules ?? [])))
    await t.stepTx('backup_locations', (work) => removeLocations(work, demo.backup_locations ?? []))
    await t.step('backup_location_files', removeStored)
    if (demo.hall) {
      const { hall: room } = demo
      await t.step('control_host_files', () => removeControlHosts(room))
    }
    await t.stepTx('rest', async ({ tx }) => {
      await tx.iprange.deleteMany({ where: { ippool_id: demo.pool } })
      await tx.ippool.deleteMany({ where: { id: demo.pool } })
      await tx.ipnet.deleteMany({ where: { name: '192.0.2.0/24', note: 'Demo' } })
      await tx.account.deleteMany({ where: { id: { in: demo.owners } } })
      await tx.setting.deleteMany({ where: { name: DEMO } })
    })
  },
})
