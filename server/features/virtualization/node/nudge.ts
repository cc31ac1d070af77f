import { bus } from '../../../events/bus.ts'
import { nudgeNow } from '../../../tasks/reconciler.ts'

export const WATCH_CHANNEL = 'node_watch'
/** Name of the reconciler that holds the watches. */
export const NODE = 'node'

/** Tells whoever watches the nodes to look at this one now: it is new, or what its record says may not be true. */
export async function nudgeWatch(node_id: number) {
  await Promise.all([nudgeNow(NODE, node_id), bus().notify(WATCH_CHANNEL, String(node_id))])
}
