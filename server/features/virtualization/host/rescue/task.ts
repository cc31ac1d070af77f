import { z } from 'zod'
import { defineTask } from '../../../../tasks/define.ts'
import { settleHost } from '../real-state.ts'
import { backToOwn } from './back.ts'
import { startRescue } from './start.ts'

/** Whether the VM runs when the task has ended well, and whether it was started by it. */
export type Switched = { already: boolean; started: boolean }

export const hostRescueTask = defineTask({
  name: 'host_rescue_mode',
  title: 'Switch the rescue mode',
  /**
   * `os_id`: the rescue system. `copy`: the task that brings its image to the node, null when it is there. `idle`: the VM is so
   * already, and nothing is held up.
   */
  input: z.object({
    host_id: z.int(),
    on: z.boolean(),
    os_id: z.int().nullable().default(null),
    copy: z.int().nullable().default(null),
    idle: z.boolean().default(false),
  }),
  locks: ({ host_id, idle }) => (idle ? [] : [`host:${host_id}`]),
  timeoutMs: 30 * 60_000,
  async run(t, { host_id, on, os_id, copy, idle }): Promise<Switched> {
    if (idle) return { already: true, started: false }
    return on ? startRescue(t, { host_id, os_id: os_id ?? 0, copy }) : backToOwn(t, host_id)
  },
  settle: async (t, { host_id, idle }, outcome) => {
    if (idle) return
    const started = outcome.status === 'complete' && (outcome.output as Switched | undefined)?.started === true
    await settleHost(t, host_id, { action: 'host_rescue_mode', outcome, started })
  },
})
