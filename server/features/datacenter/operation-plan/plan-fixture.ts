import { someDisk, someReport } from '../../../domain/hardware-report/report-fixture.ts'
import { startWorker, type WorkerOptions } from '../../../tasks/worker.ts'
import { operationFixture } from '../operation/operation-fixture.ts'
import { operationPlanTask } from './task.ts'

/**
 * Servers with reports in a location that has a system to install. The worker runs plans only: operations begin and wait, as if their servers were slow, until a
 * test says how they end.
 */
export async function planFixture() {
  const t = await operationFixture()
  const { prisma } = t.api.database
  t.startWorker()
  const image = { ...t.repository.file('debian/image', 'an image'), format: 'raw', image_bytes: 8 }
  const debian = {
    name: 'Debian',
    version: '13',
    type: 'ostemplate',
    arch: 'x86_64',
    firmware: ['bios', 'uefi'],
    image,
  }
  await t.read([t.template('diag'), { ...t.template('rescue'), type: 'rescue' }, debian])
  const os_template_id = await t.id('Debian')
  for (const task of (await t.put(t.site, [os_template_id])).body.task) await t.ended(task)
  await t.stopWorker()
  let worker: ReturnType<typeof startWorker> | undefined
  const stopPlans = async () => {
    await worker?.stop(0)
    worker = undefined
  }
  let made = 0
  const t2 = {
    ...t,
    os_template_id,
    startPlans(more: Partial<WorkerOptions> = {}) {
      worker ??= startWorker({ definitions: [operationPlanTask], leaseMs: 2000, ...more })
    },
    stopPlans,
    /** A server of which two disks of the same size are known. */
    async known(more: object = {}) {
      const id = await t.server(more)
      const n = ++made
      const report = someReport({
        serial: `SN-${n}`,
        disks: [someDisk(`D-${n}-0`), someDisk(`D-${n}-1`, { name: 'sdb' })],
      })
      await prisma.hardware_report.create({ data: { server_id: id, report } })
      return id
    },
    many: async (count: number, more: object = {}) => {
      const ids: number[] = []
      for (let n = 0; n < count; n++) ids.push(await t2.known(more))
      return ids
    },
    rows: (plan_id: number) =>
      prisma.operation_plan_server.findMany({ where: { plan_id }, orderBy: { position: 'asc' } }),
    async states(plan_id: number) {
      return (await t2.rows(plan_id)).map(({ state }) => state)
    },
    plan: async (id: number) => (await t.api.admin.get(`/dci/v3/operation_plan/${id}`)).body,
    /** Says of operations that run how they ended. */
    async end(plan_id: number, how: 'finish' | 'fail', most = Number.POSITIVE_INFINITY) {
      const running = (await t2.rows(plan_id)).filter(({ state }) => state === 'running').slice(0, most)
      for (const { operation_id } of running) await t.api.admin.post(`/dci/v3/operation/${operation_id}/${how}`, {})
      return running.length
    },
    async until(what: string, look: () => Promise<boolean>) {
      for (const end = Date.now() + 120_000; Date.now() < end; await new Promise((go) => setTimeout(go, 20)))
        if (await look()) return
      throw new Error(`never: ${what}`)
    },
    async close() {
      await stopPlans()
      await t.close()
    },
  }
  return t2
}
