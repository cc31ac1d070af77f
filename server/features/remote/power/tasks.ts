import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { type PowerAction, powerRules } from '../../../domain/server/power-rules.ts'
import { bootDevices } from '../../../domain/server/power-schema.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask, type TaskContext } from '../../../tasks/define.ts'
import { requireDevices } from '../device-gate.ts'
import { gracefulRestart, shutDown } from './ask-system.ts'
import { rejectRunning } from './claim-rules.ts'
import { setBoot } from './devices.ts'
import { powerOff, powerOn, restart } from './plans.ts'
import { isDark, settlePower } from './settle.ts'
import { readWiring, type Wiring } from './wiring.ts'

const input = z.object({
  server_id: z.int(),
  /** PDUs at which it takes turns and controller that it has to itself, as they were when it was asked for. */
  pdus: z.array(z.int()),
  ipmi: z.int().nullable(),
  force: z.boolean().default(false),
  /** Asked for by the owner, who may not go on once the server is suspended. */
  by_owner: z.boolean().default(false),
  /** Of a shutdown: seconds, and what then. */
  limit: z.int().default(300),
  pull: z.boolean().default(false),
  boot: z
    .object({ device: z.enum(bootDevices), persistent: z.boolean(), uefi: z.boolean() })
    .nullable()
    .default(null),
  restart: z.boolean().default(false),
})
export type PowerInput = z.output<typeof input>

/** Operations that work at one PDU, or wait to; those that sleep are not counted. */
const AT_A_PDU = 4

/** Looks once more right before it begins: much may have changed while the task waited. */
async function look(
  action: PowerAction,
  { server_id, pdus, ipmi, force, by_owner, restart }: PowerInput,
): Promise<Wiring> {
  const wiring = await readWiring(server_id)
  const outlets = usesOutlets(action, restart)
  if (wiring.ipmi_id !== ipmi || (outlets && wiring.powerInputs.some(({ pdu_id }) => !pdus.includes(pdu_id))))
    throw wrongState(
      msg`The outlets or the management controller of the server were changed while the task waited: repeat the action`,
    )
  const server = await db().prisma.server.findUnique({ where: { id: server_id } })
  if (server) requireDevices(server, { isAdmin: !by_owner })
  if (powerRules[action].ends || restart) {
    if (server?.is_protected) throw wrongState(msg`Server ${wiring.name} is protected: turn off protection first`)
    if (!force) await transaction((work) => rejectRunning(work.sql, server_id, { named: false }))
  }
  return wiring
}

/** Whether an operation may switch outlets, so that it needs their PDUs. */
export const usesOutlets = (action: PowerAction, restart: boolean): boolean =>
  powerRules[restart ? 'power_reset' : action].outlets

const powerTask = (
  action: PowerAction,
  title: string,
  run: (t: TaskContext, wiring: Wiring, given: PowerInput) => Promise<unknown>,
  timeoutMs = 60 * 60_000,
) =>
  defineTask({
    name: `server_${action}`,
    title,
    input,
    locks: ({ server_id, ipmi }) => [`server:${server_id}`, ...(ipmi === null ? [] : [`ipmi:${ipmi}`])],
    // They take turns at a PDU. Those that wait for theirs, which is long when it is silent, must not be all that this worker does.
    limits: ({ pdus }) => pdus.map((id) => ({ key: `pdu_power:${id}`, capacity: AT_A_PDU })),
    timeoutMs,
    async run(t, given) {
      const wiring = await t.step('wiring', () => look(action, given))
      return (await run(t, wiring, given)) ?? {}
    },
    settle: settlePower,
  })

const controllerOf = ({ ipmi_id }: Wiring): number => {
  if (ipmi_id === null) throw wrongState(msg`The server no longer has a management controller`)
  return ipmi_id
}
const dark =
  ({ server_id }: PowerInput) =>
  () =>
    isDark(server_id)

export const powerTasks = {
  power_on: powerTask('power_on', 'Start server', powerOn),
  power_off: powerTask('power_off', 'Force off server', powerOff),
  power_reset: powerTask('power_reset', 'Force restart server', (t, wiring, given) =>
    restart(t, wiring, 'reset', dark(given)),
  ),
  power_cycle: powerTask('power_cycle', 'Power cycle server', (t, wiring, given) =>
    restart(t, wiring, 'cycle', dark(given)),
  ),
  shutdown: powerTask(
    'shutdown',
    'Shut down server',
    (t, wiring, given) => shutDown(t, controllerOf(wiring), given),
    2 * 60 * 60_000,
  ),
  restart: powerTask(
    'restart',
    'Restart server',
    (t, wiring, given) => gracefulRestart(t, controllerOf(wiring), given),
    2 * 60 * 60_000,
  ),
  boot_device: powerTask('boot_device', 'Set boot device', async (t, wiring, given) => {
    const { boot } = given
    t.progress(10, msg`Sending the command to the management controller`)
    if (boot)
      await t.step('boot', (signal) => setBoot(controllerOf(wiring), boot, signal), { timeoutMs: 120_000, retries: 1 })
    if (given.restart) await restart(t, wiring, 'reset', dark(given))
  }),
} as const satisfies Record<PowerAction, unknown>
