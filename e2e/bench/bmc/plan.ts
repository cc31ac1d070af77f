export const user = { username: 'ADMIN', password: 'admin-secret' }

export const addressOf = (i: number) => `127.93.${i >> 8}.${i & 255}`

/** What a sweep of our side took; memory of the process in MiB after it, and before its first. */
export type Sweep = { seconds: number; mib: number; before: number }
