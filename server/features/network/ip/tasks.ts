import { z } from 'zod'
import { defineTask } from '../../../tasks/define.ts'
import { nothing, runNetworkChange, takeNetworkBack } from '../../virtualization/host/network/tasks.ts'
import { settleHost } from '../../virtualization/host/real-state.ts'
import { release } from '../allocation/release.ts'
import { settleAddresses } from '../allocation/settle.ts'

/**
 * Releases an address. One that a VM has is free again when the VM can no longer use it: its packet rules come first, and a running
 * guest gives it up.
 */
export const ipDeleteTask = defineTask({
  name: 'ip_delete',
  title: 'Release address',
  /** `ip`, `mac`: the address and the interface of the VM that has it. */
  input: z.object({
    ip_id: z.int(),
    host_id: z.int().nullable(),
    ip: z.string().default(''),
    mac: z.string().default(''),
  }),
  locks: ({ ip_id, host_id }) => [`ip:${ip_id}`, ...(host_id === null ? [] : [`host:${host_id}`])],
  timeoutMs: 10 * 60_000,
  async run(t, input) {
    if (input.host_id !== null) return runNetworkChange(t, input.host_id, changeOf(input))
    return t.stepTx('release', async (work) => {
      const gone = await release(work, { ids: [input.ip_id] })
      return gone.map((address) => address.ip_addr)
    })
  },
  /** Called off, or failed: the address stays as it was. */
  async settle(t, input, outcome) {
    const { ip_id, host_id } = input
    if (host_id !== null) {
      if (outcome.status !== 'complete') await takeNetworkBack(t, host_id, changeOf(input), outcome.started)
      await settleHost(t, host_id, { action: 'ip_delete', outcome })
    } else if (outcome.status !== 'complete')
      await t.stepTx('keep', async (work) => settleAddresses(work, { ids: [ip_id] }, 'ok'))
  },
})

const changeOf = ({ ip_id, ip, mac }: { ip_id: number; ip: string; mac: string }) => ({
  ...nothing,
  gone: { interfaces: [], addresses: [{ id: ip_id, ip, mac }] },
})
