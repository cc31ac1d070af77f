import type { OperationType } from '../../../domain/operation/kinds.ts'
import { msg, type Text } from '../../../shared/text.ts'
import { lostModule } from './room-plan.ts'

/** A step as an operation notes it: its words, and how many seconds it took. */
export type PastStep = { name: string; words: Text | string; percent: number | null; seconds: number }
export type PastOperation = {
  server: string
  type: OperationType
  template: string | null
  minutes_ago: number
  clear_hdd: 'none' | 'full'
  /** Before a module of the server was lost. */
  whole: boolean
  steps: readonly PastStep[]
}

const step = (name: string, words: Text | string, percent: number | null, seconds: number): PastStep => ({
  ...{ name, words, percent, seconds },
})

/** How each begins; the server's firmware takes most of the time. */
const boot = (seconds: number) => [
  step('check', msg`Looking at the template and the location`, 2, 0.3),
  step('reserve', msg`Telling the DHCP server of the location`, 5, 0.6),
  step('boot_device', msg`Asking the controller to boot from the network`, 8, 5.2),
  step('power', msg`Starting the server`, 10, seconds),
  step('loader', msg`The boot program has asked for its script`, 10, 2.1),
  step('system', msg`The live system was fetched`, 10, 14.4),
  step('report', msg`The live system runs and has reported its hardware`, 10, 0.8),
]
/** The live system's report, and the same again when switches have announced themselves. */
const diagnosis = (seconds: number) => [...boot(seconds).slice(0, -1), step('report', 'Reading the hardware', 10, 34)]
const clearing = (words: string, seconds: number) => step('wipe', words, 100, seconds)

const DAY = 24 * 60
const none = { clear_hdd: 'none', whole: false } as const

/** What was done in the past on servers of the first location, the oldest first. */
export const pastOperations: readonly PastOperation[] = [
  {
    ...{ server: lostModule, type: 'diag', template: 'Diagnostics', minutes_ago: 38 * DAY + 412 },
    ...{ clear_hdd: 'none', whole: true, steps: diagnosis(82) },
  },
  {
    ...{ server: 'srv-17', type: 'diag', template: 'Diagnostics', minutes_ago: 13 * DAY + 95, ...none },
    steps: diagnosis(74),
  },
  {
    ...{ server: 'srv-17', type: 'clear_hdd', template: null, minutes_ago: 13 * DAY + 62 },
    ...{ clear_hdd: 'full', whole: false, steps: [...boot(75), clearing('Clearing disks: 4, full', 48)] },
  },
  {
    ...{ server: 'srv-08', type: 'install', template: 'Debian 12', minutes_ago: 6 * DAY + 187, ...none },
    steps: [
      ...boot(77),
      clearing('Clearing disks: 1, simple', 4),
      step('image', 'Writing the image, 1843 of 1843 MiB, 48 MiB a second', 90, 38),
      step('verify', 'Reading the image back', 90, 21),
      step('configure', 'Configuring the system on nvme0n1p1', 95, 7),
      step('local_boot', msg`Starting the installed system from its disk`, 92, 94),
      step('answer', msg`The installed system answers`, 99, 0.1),
    ],
  },
  {
    ...{ server: lostModule, type: 'diag', template: 'Diagnostics', minutes_ago: 2 * DAY + 33, ...none },
    steps: diagnosis(85),
  },
]
