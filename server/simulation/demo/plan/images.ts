import type { ImageState } from '../../../domain/image/states.ts'

type DemoImage = { name: string; of: string; comment?: string; for_all?: boolean; days_ago: number }

/** Images that are made of VMs. */
export const demoImages: readonly DemoImage[] = [
  { name: 'web-golden', of: 'web-2', comment: 'nginx and our certificates', for_all: true, days_ago: 41 },
  { name: 'db-template', of: 'db-4', comment: 'PostgreSQL, empty', days_ago: 12 },
  { name: 'monitor-base', of: 'monitor-2', days_ago: 3 },
]

type DemoStanding = {
  name: string
  of: string
  state: Exclude<ImageState, 'active'>
  fault?: string
  days_ago: number
}

/** Records that show the other states; there is nothing of them on nodes. */
export const demoStanding: readonly DemoStanding[] = [
  { name: 'web-nightly', of: 'web-2', state: 'creating', days_ago: 0 },
  { name: 'db-archive', of: 'db-4', state: 'migrating', days_ago: 90 },
  { name: 'monitor-old', of: 'monitor-2', state: 'deleting', days_ago: 200 },
  {
    name: 'web-broken',
    of: 'web-2',
    state: 'crashed',
    fault: 'The disks of the VM are already being read',
    days_ago: 2,
  },
]
