/**
 * SQL for whether the snapshot `x` counts as one of its VM. One that failed does not: it holds nothing, and its record is there for the
 * reason alone until somebody has read it.
 */
export const COUNTS = "x.state <> 'fail'"
