import { z } from 'zod'
import { db } from '../../../db/pool.ts'
import { stored } from '../../../db/sentences.ts'
import { notFound } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { defineTask } from '../../../tasks/define.ts'
import { checkServer } from './check.ts'
import { noteCheck } from './store.ts'

/** Signs in to a name server and looks at its zones. */
export const nameServerCheckTask = defineTask({
  name: 'name_server_check',
  title: 'Check name server',
  input: z.object({ name_server_id: z.int() }),
  locks: ({ name_server_id }) => [`name_server:${name_server_id}`],
  timeoutMs: 2 * 60_000,
  async run(t, { name_server_id: id }) {
    const found = await t.step('check', async (signal) => {
      const row = await db().prisma.name_server.findUnique({ where: { id } })
      if (!row) throw notFound(msg`Name server`, id)
      return { zones: await checkServer(row, signal) }
    })
    await t.stepTx('save', (work) => noteCheck(work, id, null))
    return found
  },
  async settle(t, { name_server_id: id }, { status, error }) {
    if (status === 'complete') return
    const fault = error?.message ?? stored(msg`The check did not finish`)
    await t.stepTx('note', (work) => noteCheck(work, id, fault))
  },
})
