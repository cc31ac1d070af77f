import { describe, expect, it } from 'vitest'
import { causes, likelyCause, linksOf, type Surroundings } from './cause.ts'

const step = (name: string) => ({
  name,
  words: null,
  percent: null,
  started_at: '2026-01-01T10:00:00Z',
  ended_at: null,
})
const usual: Surroundings = { controller: true, links: 'up' }
type Case = { at: string; late?: boolean; heard?: boolean; around?: Partial<Surroundings> }
const causeOf = ({ at, late = false, heard = false, around = {} }: Case) =>
  likelyCause(
    {
      status: 'fail',
      steps: [step('check'), step(at)],
      seen_at: heard ? '2026-01-01T10:05:00Z' : null,
      ended_at: late ? '2026-01-01T11:00:00Z' : '2026-01-01T10:10:00Z',
      deadline_at: '2026-01-01T11:00:02Z',
    },
    { ...usual, ...around },
  )?.cause ?? null

const cases: [Case, string | null][] = [
  [{ at: 'check' }, 'template'],
  [{ at: 'ports' }, 'switchRefused'],
  [{ at: 'ports_back', heard: true }, 'switchRefused'],
  [{ at: 'reserve' }, 'services'],
  [{ at: 'boot_device' }, 'controllerRefused'],
  [{ at: 'power' }, 'controllerPower'],
  [{ at: 'power', late: true }, 'noNetworkBoot'],
  [{ at: 'power', late: true, around: { links: 'unknown' } }, 'noNetworkBoot'],
  [{ at: 'power', late: true, around: { links: 'down' } }, 'noLink'],
  [{ at: 'power', late: true, around: { links: 'none' } }, 'noCable'],
  [{ at: 'power', late: true, around: { controller: false, links: 'down' } }, 'notStarted'],
  [{ at: 'power', around: { controller: false } }, null],
  [{ at: 'loader', late: true }, 'systemNotFetched'],
  [{ at: 'loader' }, null],
  [{ at: 'system', heard: true }, 'otherMachine'],
  [{ at: 'system', late: true }, 'systemSilent'],
  [{ at: 'system' }, null],
  [{ at: 'image', heard: true, late: true }, 'workUnfinished'],
  [{ at: 'image', heard: true }, 'imageNotWritten'],
  [{ at: 'installer', heard: true }, 'installerSilent'],
  [{ at: 'installer', heard: true, late: true }, 'installerStopped'],
  [{ at: 'packages', heard: true }, 'installerStopped'],
  [{ at: 'verify', heard: true }, 'diskFails'],
  [{ at: 'wipe', heard: true }, 'diskFails'],
  [{ at: 'configure', heard: true }, null],
  [{ at: 'controller', heard: true }, 'controllerUser'],
  [{ at: 'controller_login', heard: true }, 'controllerNetwork'],
  [{ at: 'installer', heard: true }, 'installerSilent'],
  [{ at: 'packages', heard: true }, 'installerStopped'],
  [{ at: 'local_boot', heard: true }, 'notFromDisk'],
  [{ at: 'step of a program' }, null],
]

describe('the likely cause', () => {
  it.each(cases)('of a failure with %o is %s', (given, cause) => expect(causeOf(given)).toBe(cause))
  it('is found for each rule by one of these', () => {
    expect(new Set(cases.map(([, cause]) => cause).filter(Boolean))).toEqual(new Set(causes))
  })
  it('is asked for failures only', () => {
    const cancelled = {
      status: 'cancelled',
      steps: [step('check')],
      seen_at: null,
      ended_at: null,
      deadline_at: '',
    } as const
    expect(likelyCause({ ...cancelled, steps: [...cancelled.steps] }, usual)).toBeNull()
  })
})

it('takes one link for enough, and leaves out that of the controller', () => {
  const port = (oper_status: string, is_ipmi_connection = false) => ({ oper_status, is_ipmi_connection })
  expect(linksOf([port('down'), port('up')])).toBe('up')
  expect(linksOf([port('down'), port('up', true)])).toBe('down')
  expect(linksOf([port('down'), port('unknown')])).toBe('unknown')
  expect(linksOf([port('up', true)])).toBe('none')
})
