import { bus } from '../../../events/bus.ts'

export const WATCH_CHANNEL = 'node_watch'

/** Tells whoever watches the nodes to look at this one now. */
export const nudgeWatch = (node_id: number) => bus().notify(WATCH_CHANNEL, String(node_id))
