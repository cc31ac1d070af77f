import { z } from 'zod'
import { defineTask } from '../../../tasks/define.ts'
import { settleAddresses } from '../../network/allocation/settle.ts'

/**
 * Ends the giving of an address to a server, in its turn among the tasks of the server: whatever runs there sees either no address or
 * one that is `ok`.
 */
export const serverIpTask = defineTask({
  name: 'server_ip_add',
  title: 'Give address to server',
  input: z.object({ ip_id: z.int(), server_id: z.int() }),
  locks: ({ ip_id, server_id }) => [`server:${server_id}`, `ip:${ip_id}`],
  async run(t, { ip_id }) {
    await t.stepTx('ready', async (work) => settleAddresses(work, { ids: [ip_id] }, 'ok'))
  },
  async settle(t, { ip_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('failed', async (work) => settleAddresses(work, { ids: [ip_id] }, 'fail'))
  },
})
