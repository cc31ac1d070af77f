/** Backups of the demo's VMs: when each was made, days ago, in order. */
export const demoBackups: Readonly<Record<string, readonly number[]>> = {
  'db-1': [21, 14, 7, 3, 1],
  'web-1': [8, 1],
  'web-2': [1],
  'mail-1': [2],
  'monitor-1': [35],
}

/** A backup that failed yesterday, and why. */
export const demoFailed = { host: 'web-2', days_ago: 2 } as const

/** VMs whose newest backup was rehearsed well, and how many hours ago. */
export const demoRehearsed: Readonly<Record<string, number>> = { 'db-1': 20, 'web-1': 19 }

/** A rehearsal whose guest was off again before it answered, written after one that passed. */
export const demoUnanswered = { like: 'web-1', host: 'mail-1', hours_ago: 18, minutes: 2 } as const
