import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { transaction } from '../../../db/transaction.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { changed } from '../../../events/changes.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { withBmc } from '../ipmi/open.ts'
import { cleanEvents } from './clean.ts'
import { storeEvents } from './store.ts'

const locks = ({ ipmi_id }: { ipmi_id: number }) => [`ipmi:${ipmi_id}`]

async function rowOf(ipmi_id: number) {
  const row = await db().prisma.ipmi.findUnique({ where: { id: ipmi_id } })
  if (!row) throw notFound(msg`Management controller`, ipmi_id)
  return row
}

export const ipmiClearTask = defineTask({
  name: 'ipmi_clear_events',
  title: 'Clear event log',
  input: z.object({ ipmi_id: z.int() }),
  locks,
  timeoutMs: 10 * 60_000,
  async run(t, { ipmi_id }) {
    t.progress(10, msg`Reading new entries`)
    await t.step(
      'read',
      async (signal) => {
        const events = cleanEvents(await withBmc(await rowOf(ipmi_id), signal, (bmc) => bmc.events(signal)))
        await transaction((work) => storeEvents(work, ipmi_id, events, { last: null, whole: true }))
      },
      { timeoutMs: 4 * 60_000 },
    )
    t.progress(60, msg`Clearing the log`)
    await t.step('clear', async (signal) => withBmc(await rowOf(ipmi_id), signal, (bmc) => bmc.clearEvents(signal)), {
      timeoutMs: 60_000,
    })
    await t.stepTx('save', async (work) => {
      changed(work, { entity: 'ipmi', entity_id: ipmi_id, event: 'update' })
      return null
    })
  },
})

export const ipmiLightTask = defineTask({
  name: 'ipmi_identify',
  title: 'Turn the locator LED on or off',
  input: z.object({
    ipmi_id: z.int(),
    seconds: z.int(),
    /** Its protocol knows times; otherwise the light is switched. */
    timed: z.boolean(),
  }),
  locks,
  timeoutMs: 5 * 60_000,
  run: (t, { ipmi_id, seconds, timed }) =>
    t.step(
      'light',
      async (signal) =>
        withBmc(await rowOf(ipmi_id), signal, (bmc) => bmc.identify(timed || seconds === 0 ? seconds : 'on', signal)),
      { timeoutMs: 30_000 },
    ),
})
