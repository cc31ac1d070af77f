import { z } from 'zod'
import { defineTask } from '../../../tasks/define.ts'
import { renewNetworkRules } from '../../virtualization/host/network-rules.ts'
import { release } from '../allocation/release.ts'
import { settleAddresses } from '../allocation/settle.ts'

/**
 * Releases an address. One task at a time works on a VM, so it waits for the running task of the VM that has the
 * address.
 */
export const ipDeleteTask = defineTask({
  name: 'ip_delete',
  title: 'Release address',
  input: z.object({ ip_id: z.int(), host_id: z.int().nullable() }),
  locks: ({ ip_id, host_id }) => [`ip:${ip_id}`, ...(host_id === null ? [] : [`host:${host_id}`])],
  async run(t, { ip_id, host_id }) {
    // First, so that the address is not allocated again while the VM could still use it.
    if (host_id !== null)
      await t.step('filter', (signal) => renewNetworkRules(host_id, signal), { retries: 2, timeoutMs: 60_000 })
    await t.stepTx('release', async (work) => {
      const gone = await release(work, { ids: [ip_id] })
      return gone.map((address) => address.ip_addr)
    })
  },
  /** Called off before it began: the address stays as it was. */
  async settle(t, { ip_id, host_id }, outcome) {
    if (outcome.status === 'complete') return
    await t.stepTx('keep', async (work) => settleAddresses(work, { ids: [ip_id] }, 'ok'))
    // When the node is away this waits for its return, or for the VM's next start.
    if (host_id !== null) await t.step('filter_again', (signal) => renewNetworkRules(host_id, signal).catch(() => {}))
  },
})
