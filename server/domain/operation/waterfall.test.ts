import { describe, expect, it } from 'vitest'
import { diskState } from './steps.ts'
import { axisStep, waterfallOf } from './waterfall.ts'

const zero = Date.UTC(2026, 0, 1, 10)
const at = (seconds: number) => new Date(zero + seconds * 1000).toISOString()
const step = (name: string, from: number, to: number | null) => ({
  ...{ name, words: null, percent: null, started_at: at(from) },
  ended_at: to === null ? null : at(to),
})
const course = {
  ...{ operations: 20, same_platform: true },
  steps: [
    { name: 'check', seconds: 1 },
    { name: 'power', seconds: 60 },
    { name: 'image', seconds: 30 },
    { name: 'answer', seconds: 9 },
  ],
}
const running = {
  ...{ status: 'running' as const, created_at: at(-3), ended_at: null },
  steps: [step('check', 0, 2), step('power', 2, null)],
}

describe('the waterfall', () => {
  it('puts what ran and what is expected on one axis', () => {
    const { bars, elapsed, expected, length } = waterfallOf(running, course, zero + 22_000)
    expect(bars.map(({ name, state, from, seconds }) => [name, state, from, seconds])).toEqual([
      ['check', 'done', 0, 2],
      ['power', 'running', 2, 20],
      ['image', 'expected', 62, 30],
      ['answer', 'expected', 92, 9],
    ])
    expect([elapsed, expected, length]).toEqual([22, 101, 101])
  })
  it('tells how long a step still takes by how far it is, rather than by what is usual', () => {
    const written = (percent: number) => ({
      ...running,
      steps: [step('check', 0, 2), { ...step('image', 2, null), percent }],
    })
    const { bars, expected } = waterfallOf(written(45), course, zero + 12_000)
    expect(bars.map(({ name, seconds_left }) => [name, seconds_left])).toEqual([
      ['check', null],
      ['image', 10],
      ['answer', null],
    ])
    expect(expected).toBe(12 + 10 + 9)
    expect(waterfallOf(written(9), course, zero + 12_000)).toMatchObject({ expected: 12 + 20 + 9 })
  })
  it('counts the restart after a cancelled operation as done, and the step before as well', () => {
    const steps = [step('rescue', 0, 60), step('restart', 60, 62)]
    const { bars } = waterfallOf({ ...running, status: 'cancelled', ended_at: at(62), steps }, null, zero)
    expect(bars.map(({ state }) => state)).toEqual(['done', 'done'])
  })
  it('expects the next step at any moment when one is late', () => {
    const { bars, expected } = waterfallOf(running, course, zero + 100_000)
    expect(bars[2]).toMatchObject({ from: 100 })
    expect(expected).toBe(139)
  })
  it('names the steps to come without a place on the axis while their durations are unknown', () => {
    const steps = ['check', 'power', 'image'].map((name) => ({ name, seconds: null }))
    const { bars, expected } = waterfallOf(running, { operations: 0, same_platform: false, steps }, zero + 5000)
    expect(bars.at(-1)).toMatchObject({ name: 'image', state: 'expected', from: null, seconds: null })
    expect(expected).toBe(null)
  })
  it('expects nothing when no other operation says how long it takes', () => {
    expect(waterfallOf(running, { operations: 0, same_platform: false, steps: [] }, zero + 5000)).toMatchObject({
      expected: null,
      length: 5,
    })
    expect(waterfallOf({ ...running, steps: [] }, null, zero).bars).toEqual([])
  })
  it('names what a failed one has not come to, without times', () => {
    const failed = {
      ...running,
      status: 'fail' as const,
      ended_at: at(50),
      steps: [step('check', 0, 2), step('power', 2, 50)],
    }
    const { bars, length, expected } = waterfallOf(failed, course, zero + 9e6)
    expect(bars.map(({ name, state, from }) => [name, state, from])).toEqual([
      ['check', 'done', 0],
      ['power', 'failed', 2],
      ['image', 'left', null],
      ['answer', 'left', null],
    ])
    expect([length, expected]).toEqual([50, null])
  })
  it('of one that ended well has what ran only', () => {
    const done = { ...running, status: 'ok' as const, ended_at: at(50) }
    expect(waterfallOf(done, course, zero).bars.map(({ state }) => state)).toEqual(['done', 'done'])
  })
})

it('divides an axis into five parts at most', () => {
  for (const length of [1, 7, 61, 250, 3600, 80_000]) expect(length / axisStep(length)).toBeLessThanOrEqual(5)
  expect(axisStep(250)).toBe(60)
})

it('knows what was done to disks by the steps that have begun', () => {
  const after = (...names: string[]) => diskState({ steps: names.map((name) => step(name, 0, null)) })
  expect(after('check', 'report')).toBe('untouched')
  expect(after('report', 'image')).toBe('partly')
  expect(after('report', 'image', 'configure', 'local_boot')).toBe('written')
})
