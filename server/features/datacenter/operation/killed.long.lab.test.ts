import { afterAll, beforeAll, expect, it } from 'vitest'
import { forkWorkerRole } from '../../../../e2e/support/worker-role.ts'
import { operationLab } from './operation-lab-fixture.ts'

let t: Awaited<ReturnType<typeof operationLab>>
const PASSWORD = 'Install-me-1'

beforeAll(async () => {
  t = await operationLab()
})
afterAll(() => t?.close())

it('a system is installed, whenever the worker is killed and once only, and signed in to with the chosen password', async () => {
  const { prisma, url, masterKey } = t.api.database
  await t.stopWorker()
  const { body } = await t.begin('install', {
    os_template_id: t.templates.small,
    password: PASSWORD,
    disk_serials: [t.hardware.disks[0]?.serial],
  })
  const killedIn: string[] = []
  const isOver = async () => (await prisma.task.findFirstOrThrow({ where: { consul_id: body.task } })).ended_at !== null
  const fresh = async () => (await t.stepNames()).find((name) => !killedIn.includes(name))
  while (!(await isOver())) {
    const worker = await forkWorkerRole({ url, masterKey })
    let step: string | undefined
    const reached = async () => {
      step = await fresh()
      return step !== undefined || (await isOver())
    }
    await expect.poll(reached, { timeout: 600_000, interval: 50 }).toBe(true)
    await worker.kill()
    if (step) killedIn.push(step)
    // As if it were the only one: a task that loses its worker again and again is given up.
    await prisma.task.updateMany({ where: { consul_id: body.task }, data: { recoveries: 0 } })
  }
  expect(await t.last()).toMatchObject({ type: 'install', status: 'ok', template: 'small 1' })
  expect(killedIn).toEqual([
    ...['check', 'reserve', 'boot_device', 'power', 'loader', 'system', 'report', 'wipe', 'image', 'verify'],
    ...['configure', 'local_boot', 'answer'],
  ])
  expect((await t.stepNames()).filter((name) => name === 'image')).toHaveLength(1)
  t.startWorker()
  expect(await t.inServer(PASSWORD, 'hostname')).toBe(t.machine.name)
  console.info(`killed in ${killedIn.join(', ')}`)
}, 1_500_000)
