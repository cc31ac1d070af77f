import { bus } from '../../../events/bus.ts'
import { nudgeNow } from '../../../tasks/reconciler.ts'

export const WATCH_CHANNEL = 'node_watch'
/** Name of the reconciler that holds the watches. */
export const NODE = 'node'

/** Makes the watcher of nodes read this one now: it is new, or its record may be outdated. */
export async function nudgeWatch(node_id: number) {
  await Promise.all([nudgeNow(NODE, node_id), bus().notify(WATCH_CHANNEL, String(node_id))])
}
