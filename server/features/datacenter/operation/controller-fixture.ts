import { transaction } from '../../../db/transaction.ts'
import { someReport } from '../../../domain/hardware-report/report-fixture.ts'
import type { ControllerSetup } from '../../../domain/operation/controller.ts'
import { encodeJob } from '../../../protocols/netboot/job.ts'
import { serveBmc, simulatedBmc } from '../../../simulation/devices/bmc/bmc.ts'
import { readJob } from '../../../simulation/devices/server/live/panel.ts'
import type { PeerUser } from '../../../simulation/peers/ipmi/machine.ts'
import type { TaskContext } from '../../../tasks/define.ts'
import { bootedFixture } from './booted-fixture.ts'
import { setUpController } from './controller.ts'
import { readOperation } from './record.ts'
import { hashOf, newKey } from './tickets.ts'

/** Servers with controllers that answer, whose diagnostics set these up; what the live system does to a controller is done to the simulated one. */
export async function controllerFixture() {
  const t = await bootedFixture()
  const { prisma } = t.api.database
  const closing: (() => Promise<void>)[] = []

  /** A controller that answers on this host, known to the panel as that of a server where one is given. */
  async function controller(server_id?: number) {
    const login = { username: 'admin', password: 'secret-of-bmc' }
    const machine = simulatedBmc({ name: `bmc-${closing.length}`, ...login })
    const peer = await serveBmc(machine, { address: '127.0.0.1', port: 0 })
    closing.push(() => peer.close())
    if (server_id !== undefined)
      await t.api.admin.post(`/dci/v3/server/${server_id}/ipmi`, { ip: '127.0.0.1', port: peer.port, ...login })
    return { machine, peer }
  }

  /** Diagnostics that set up a controller, as the live system has begun them. @returns the operation, and the job that it got */
  async function begun(server_id: number) {
    const answer = await t.api.admin.post(`/dci/v3/server/${server_id}/diag`, {
      os_template_id: t.diag,
      clear_hdd: 'none',
      setup_ipmi: true,
    })
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
    const { id } = await prisma.operation.findFirstOrThrow({ where: { server_id }, orderBy: { id: 'desc' } })
    const key = newKey()
    await prisma.operation.update({ where: { id }, data: { session_hash: hashOf(key) } })
    return { id, key }
  }
  async function jobOf(server_id: number) {
    const { id, key } = await begun(server_id)
    const said = await t.desk.hello(key, await t.reportOf(server_id), t.asking)
    if (said === 'unknown' || 'over' in said) throw new Error(JSON.stringify(said))
    const job = readJob(encodeJob(said.job))
    const value = (name: string) => job.get(name)?.[0] ?? ''
    const user: PeerUser = {
      id: 5,
      name: value('controller_user'),
      password: value('controller_password'),
      privilege: 4,
      enabled: true,
    }
    return { id, key, job, user }
  }
  /** The end of the live system's work. */
  const done = (key: string, more: Partial<ControllerSetup> = {}) =>
    t.desk.result(key, {
      ok: true,
      controller: { user: 'datahall', slot: 5, channel: 1, now: someReport().controller, steps: [], ...more },
    })

  return {
    ...t,
    controller,
    begun,
    jobOf,
    done,
    /** What the task does then. @param journal what a worker that was lost has done of it */
    async follow(id: number, journal = new Map<string, unknown>(), lostAfter?: string) {
      const once = async <T>(name: string, run: () => Promise<T>): Promise<T> => {
        if (!journal.has(name)) journal.set(name, await run())
        if (name === lostAfter) throw new Error('the worker is lost')
        return journal.get(name) as T
      }
      const never = new AbortController().signal
      const context = {
        progress: () => {},
        step: (name: string, run: (signal: AbortSignal) => Promise<unknown>) => once(name, () => run(never)),
        stepTx: (name: string, run: Parameters<typeof transaction>[0]) => once(name, () => transaction(run)),
      }
      await setUpController(context as unknown as TaskContext, await readOperation(id))
    },
    known: (server_id: number) => prisma.ipmi.findUnique({ where: { server_id } }),
    async close() {
      for (const close of closing) await close()
      await t.close()
    },
  }
}
