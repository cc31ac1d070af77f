const MiB = 2 ** 20

/** Backup locations of the demo: one that is used, one that is nearly full, and one that does not answer. */
export const demoLocations: readonly {
  name: string
  comment: string
  folder: string
  quota_mib?: number
  /** Bytes that are free when it is empty, of so many; absent: nothing answers at its port. */
  free?: number
  total?: number
}[] = [
  {
    name: 'vault-fra1',
    comment: 'In the same data centre: restores are fast',
    folder: '/srv/datahall',
    quota_mib: 512 * 1024,
    total: 2 ** 41,
    free: 2 ** 40,
  },
  {
    name: 'vault-hel1',
    comment: 'Copies in another city',
    folder: '/backup',
    total: 2 ** 39,
    free: 800 * MiB,
  },
  { name: 'vault-old', comment: 'Switched off', folder: '/home/backup' },
]

/** The account of all of them. */
export const locationUser = { login: 'datahall', password: 'demo-location' }
