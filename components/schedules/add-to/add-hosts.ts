import { apiFault, STALE } from '../../api/fault.ts'
import type { useTRPCClient } from '../../api/trpc.ts'

/** So often it is tried while others change the schedule at the same moment. */
const TRIES = 3

/** Has a schedule back up these VMs besides those that it names already. What it names is sent in the version that was read. */
export async function addHosts(
  { schedule }: Pick<ReturnType<typeof useTRPCClient>['vm'], 'schedule'>,
  schedule_id: number,
  ids: readonly number[],
): Promise<void> {
  const params = { schedule_id }
  for (let left = TRIES; ; left--) {
    const { hosts, version } = await schedule.get.query({ params })
    const body = { hosts: [...new Set([...hosts, ...ids])] }
    try {
      await schedule.edit.mutate({ params, body, if_match: version })
      return
    } catch (thrown) {
      if (left === 1 || apiFault(thrown).code !== STALE) throw thrown
    }
  }
}
