import type { Config } from './config.ts'

/** The role `worker`: tasks, pollers, schedules, connections to nodes. Returns the way to stop it. */
export async function startWorkerRole(_config: Config): Promise<() => Promise<void>> {
  return async () => {}
}
