import { afterAll, beforeAll, expect, it } from 'vitest'
import { sumOf, templateFixture } from '../../../../e2e/support/os-templates.ts'
import { transaction } from '../../../db/transaction.ts'
import { tidyTemplates } from './tidy-task.ts'

let t: Awaited<ReturnType<typeof templateFixture>>
beforeAll(async () => {
  t = await templateFixture()
})
afterAll(() => t.close())

const kernel = (version: string) => sumOf(`kernel ${version} of system`)

it('files of a template stay while an operation may fetch them, and go when it has ended', async () => {
  const { prisma } = t.api.database
  const site = await t.site('Bergen')
  await t.read([t.template('system')])
  const id = await t.id('system')
  const put = async () => {
    const { body } = await t.put(site.id, [id])
    for (const task of body.task) expect(await t.ended(task)).toMatchObject({ status: 'complete' })
  }
  const tidied = () => prisma.task.findMany({ where: { name: 'os_template_tidy' } })
  await put()
  const server = await prisma.server.create({ data: await serverData(site.id) })
  const about = { auth_id: 'test', mac: '52:54:00:00:00:01', deadline_at: new Date(Date.now() + 3_600_000) }
  const operation = await prisma.operation.create({
    data: { ...about, server_id: server.id, location_id: site.id, type: 'diag', status: 'running', os_template_id: id },
  })
  for (const version of ['2', '3']) {
    await t.read([t.template('system', version)])
    await put()
  }
  for (const version of ['1', '2', '3']) expect(site.names()).toContain(kernel(version))
  await transaction((work) => tidyTemplates(work, site.id))
  expect(await tidied()).toEqual([])

  await prisma.operation.update({ where: { id: operation.id }, data: { status: 'ok', ended_at: new Date() } })
  await transaction((work) => tidyTemplates(work, site.id))
  const [task] = await tidied()
  expect(await t.ended(task?.consul_id ?? 0)).toMatchObject({ status: 'complete' })
  expect(site.names()).toEqual([kernel('3'), sumOf('initrd that all have')].sort())
  await transaction((work) => tidyTemplates(work, site.id))
  expect(await tidied()).toHaveLength(1)
})

async function serverData(location_id: number) {
  const { prisma } = t.api.database
  const socket = await prisma.cpu_socket.create({ data: { name: 'S' } })
  const size = { cpu_socket_count: 1, ram_slot_count: 1, max_ram: 1, hdd_slot_count: 1, pci_slot_count: 1 }
  const kind = { name: 'P', type: 'server', server_size: 1, cpu_socket: socket.id, ...size }
  const { id: platform_id } = await prisma.platform.create({ data: kind })
  return { name: 'server-1', type: 'server', platform_id, location_id, size: 1 }
}
