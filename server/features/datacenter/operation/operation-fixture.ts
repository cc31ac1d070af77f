import { templateFixture } from '../../../../e2e/support/os-templates.ts'

/**
 * A panel without a worker, with a location that is set up, a live system there and a server in it. What control host and controller would do is for tests on real
 * ones.
 */
export async function operationFixture() {
  const t = await templateFixture()
  const { prisma } = t.api.database
  const site = await t.site('site')
  await t.read([t.template('diag'), { ...t.template('rescue'), type: 'rescue' }])
  const [diag, rescue] = [await t.id('diag'), await t.id('rescue')]
  const { body } = await t.put(site.id, [diag, rescue])
  for (const task of body.task) await t.ended(task)
  await t.stopWorker()
  const socket = await prisma.cpu_socket.create({ data: { name: 'S' } })
  const size = { cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1, hdd_slot_count: 1, pci_slot_count: 1 }
  const kind = { name: 'P', type: 'server', server_size: 1, cpu_socket: socket.id, ...size }
  const platform = await prisma.platform.create({ data: kind })
  let made = 0
  return {
    ...t,
    site: site.id,
    diag,
    rescue,
    /** A server with a network card. */
    async server(more: object = {}) {
      const n = ++made
      const place = { type: 'server', platform_id: platform.id, location_id: site.id, size: 1 }
      const { id } = await prisma.server.create({ data: { name: `server-${n}`, ...place, ...more } })
      await prisma.server_mac.create({
        data: {
          mac: `52:54:00:00:${String(n >> 8).padStart(2, '0')}:${(n & 255).toString(16).padStart(2, '0')}`,
          server_id: id,
        },
      })
      return id
    },
  }
}
