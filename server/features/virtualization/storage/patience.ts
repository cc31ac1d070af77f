/**
 * How long a volume may take to be made or to grow. One that is a block device is written with zeros first, which without help of its disk
 * takes as long as writing all of it.
 */
export const VOLUME_MS = 100 * 60_000
/** The same of a task that does so. */
export const VOLUME_TASK_MS = 2 * 3600_000
