import { describe, expect, it } from 'vitest'
import type { OperationHindrance } from '../operation/hindrances.ts'
import { courseOf, lengthOf } from './course.ts'
import { plannedDisks } from './disks.ts'
import { type PlanAsked, type PlanFacts, whyNotPlanned } from './judge.ts'
import { operationPlanCreate } from './schema.ts'

const disk = (id: string, bytes = 100, spared = false) => ({ id, bytes, spared })

describe('the course of a plan', () => {
  const turns = (...seconds: (number | null)[]) => seconds.map((one) => ({ location_id: 1, seconds: one }))

  it('has as many at once as the location may have, begun one after the other', () => {
    const course = courseOf(turns(100, 50, 100, 100), { limit_per_location: 2, stagger_seconds: 10 })
    expect(course).toEqual([
      { start: 0, end: 100 },
      { start: 10, end: 60 },
      { start: 60, end: 160 },
      { start: 100, end: 200 },
    ])
    expect(lengthOf(course)).toBe(200)
  })

  it('goes on in each location by itself', () => {
    const both = [1, 2, 1, 2].map((location_id) => ({ location_id, seconds: 60 }))
    const course = courseOf(both, { limit_per_location: 1, stagger_seconds: 0 })
    expect(course.map(({ start }) => start)).toEqual([0, 0, 60, 60])
  })

  it.each([1, 3, 40])('never has more than %i at once', (limit_per_location) => {
    const course = courseOf(turns(...Array.from({ length: 60 }, (_, n) => 30 + ((n * 37) % 90))), {
      limit_per_location,
      stagger_seconds: 3,
    })
    for (const { start: at } of course)
      expect(
        course.filter(({ start, end }) => (start ?? 0) <= (at ?? 0) && (end ?? 0) > (at ?? 0)).length,
      ).toBeLessThanOrEqual(limit_per_location)
    const starts = course.map(({ start }) => start ?? 0)
    expect(starts.slice(1).every((start, at) => start - (starts[at] ?? 0) >= 3)).toBe(true)
  })

  it('does not guess what follows on what nobody knows', () => {
    const course = courseOf(turns(null, 60), { limit_per_location: 1, stagger_seconds: 0 })
    expect(course).toEqual([
      { start: 0, end: null },
      { start: null, end: null },
    ])
    expect(lengthOf(course)).toBeNull()
    expect(lengthOf([])).toBe(0)
  })
})

describe('the disks of a plan', () => {
  const disks = [disk('USB', 5, true), disk('A'), disk('B', 200), disk('C'), disk('D'), disk(''), disk('T'), disk('T')]
  const ids = (asked: PlanAsked) => plannedDisks(asked, disks).map(({ id }) => id)

  it('are the first that is not spared, or those of its size', () => {
    expect(ids({ type: 'install', hdd_raid: 'no_raid' })).toEqual(['A'])
    expect(ids({ type: 'install', hdd_raid: 'raid_1' })).toEqual(['A', 'C'])
    expect(ids({ type: 'install', hdd_raid: 'raid_5' })).toEqual(['A', 'C', 'D'])
    expect(plannedDisks({ type: 'install', hdd_raid: 'no_raid' }, [disk('USB', 5, true)])).toEqual([])
  })

  it('are all that can be named, where they are cleared', () =>
    expect(ids({ type: 'clear_hdd', hdd_raid: 'no_raid' })).toEqual(['USB', 'A', 'B', 'C', 'D']))
})

describe('a server of a plan', () => {
  const template = {
    name: 'Debian',
    type: 'ostemplate',
    arch: 'x86_64',
    firmware: ['uefi'],
    here: true,
    image: true,
    installer: false,
    tells: [],
    ram_mib: 1024,
    disk_mib: 0,
  } as const
  const facts: PlanFacts = {
    ...{ name: 'srv', state: 'active', hindrances: [], live: true, template },
    machine: { arch: 'x86_64', firmware: 'uefi' },
    memory_mib: 2048,
    disks: [disk('A'), disk('B', 50)],
  }
  const why = (more: Partial<PlanFacts>, asked: Partial<PlanAsked> = {}, isAdmin = true) =>
    whyNotPlanned({ type: 'install', hdd_raid: 'no_raid', ...asked }, { ...facts, ...more }, { isAdmin })
  const wipe = { type: 'clear_hdd' } as const

  it('is begun on when nothing is in the way', () => {
    expect(why({})).toBeUndefined()
    expect(why({ template: null }, wipe)).toBeUndefined()
  })
  const hinders = (one: OperationHindrance): Partial<PlanFacts> => ({ hindrances: [one] })
  it.each<[string, Partial<PlanFacts>, Partial<PlanAsked>, string]>([
    ['protected', { ...hinders('protected'), live: false }, {}, 'protected'],
    ['held by an operation', hinders('operation'), wipe, 'operation'],
    ['without the template', { template: { ...template, here: false } }, {}, 'here'],
    ['of another firmware', { machine: { arch: 'x86_64', firmware: 'bios' } }, {}, 'firmware'],
    [
      'with an array that an installer does not make',
      { template: { ...template, type: 'isotemplate', image: false, installer: true } },
      { hdd_raid: 'raid_1' },
      'hdd_raid',
    ],
    ['with too little memory', { memory_mib: 1023 }, {}, 'ram'],
    ['with too little memory, and disks that are not known', { memory_mib: 1023, disks: null }, {}, 'ram'],
    ['with a disk that is too small', { template: { ...template, disk_mib: 1 } }, {}, 'disk'],
    ['without a live system', { live: false }, wipe, 'live'],
    ['with disks that nobody knows, where they are cleared', { disks: null }, wipe, 'unknown'],
    ['without a disk that can be named', { disks: [disk('')] }, wipe, 'disks'],
    ['without a second disk of the same size', {}, { hdd_raid: 'raid_1' }, 'disks'],
    ['with spared drives only', { disks: [disk('U', 5, true)] }, {}, 'disks'],
  ])('is refused when it is %s', (_, more, asked, code) => {
    const refused = why(more, asked)
    expect(refused?.code).toBe(code)
    expect(refused?.words.toString()).toMatch(/\w+ \w+/)
  })
  it('may have disks that nobody knows, where a system is installed or it is diagnosed', () => {
    expect(why({ disks: null })).toBeUndefined()
    const diag = { ...template, type: 'diag', image: false } as const
    expect(why({ disks: null, template: diag }, { type: 'diag' })).toBeUndefined()
    expect(why({ disks: [disk('')], template: diag }, { type: 'diag' })).toBeUndefined()
    expect(why({ template }, { type: 'diag' })?.code).toBe('type')
  })
  it('that is suspended is begun on by administrators only', () => {
    expect(why({ state: 'suspended' })).toBeUndefined()
    expect(why({ state: 'suspended' }, {}, false)?.code).toBe('suspended')
  })
})

describe('what is asked for', () => {
  const install = { type: 'install', servers: [1], os_template_id: 3, password: 'let-me-in' }
  const wipe = { type: 'clear_hdd', servers: [1], clear_hdd: 'full' }
  const diag = { type: 'diag', servers: [1], os_template_id: 3, load: ['memory'] }
  const wrong = (body: object) => operationPlanCreate.safeParse(body).error?.issues.map(({ path }) => path[0])

  it('is complete', () => {
    expect(operationPlanCreate.parse(install)).toMatchObject({
      limit_per_location: 4,
      stagger_seconds: 10,
      clear_hdd: 'none',
    })
    expect(wrong(wipe)).toBeUndefined()
    expect(wrong(diag)).toBeUndefined()
  })
  it.each<[string, object, string]>([
    ['no server', { ...wipe, servers: [] }, 'servers'],
    ['one twice', { ...wipe, servers: [1, 1] }, 'servers'],
    ['too many', { ...wipe, servers: Array.from({ length: 501 }, (_, n) => n + 1) }, 'servers'],
    ['a number that is none', { ...wipe, servers: [-1] }, 'servers'],
    ['no template', { ...install, os_template_id: undefined }, 'os_template_id'],
    ['no template for diagnostics', { ...diag, os_template_id: undefined }, 'os_template_id'],
    ['diagnostics that clear disks', { ...diag, clear_hdd: 'simple' }, 'clear_hdd'],
    ['diagnostics with an array', { ...diag, hdd_raid: 'raid_1' }, 'hdd_raid'],
    ['diagnostics with a password', { ...diag, password: 'x' }, 'password'],
    ['load for a wipe', { ...wipe, load: ['cpu'] }, 'load'],
    ['load that there is not', { ...diag, load: ['network'] }, 'load'],
    ['no password', { ...install, password: undefined }, 'password'],
    ['no way to clear', { ...wipe, clear_hdd: 'none' }, 'clear_hdd'],
    ['a password to clear with', { ...wipe, password: 'let-me-in' }, 'password'],
    ['an array of nothing', { ...wipe, hdd_raid: 'raid_1' }, 'hdd_raid'],
    ['too many at once', { ...wipe, limit_per_location: 41 }, 'limit_per_location'],
    ['a field that there is not', { ...wipe, servers_id: 1 }, ''],
  ])('is refused with %s', (_, body, field) => {
    const found = wrong(body)
    expect(found).toBeDefined()
    if (field) expect(found).toContain(field)
  })
})
