import { expect, it } from 'vitest'
import type { LimitsView } from '../../server/domain/user-limit/schema.ts'
import { limitsOf, limitsSchema, valuesOf } from './limit-values.ts'

const own = { host_count: 25, cpu_number: -1, ram_mib: null, ram_mib_total: 0 } as unknown as LimitsView
const none = { cpu_number_total: null, hdd_mib: null, hdd_mib_total: null, ipv4_number: null, ipv4_number_total: null }
const whole: LimitsView = { ...none, ...own }

it('limits come back as they were when nothing is changed', () => {
  const values = valuesOf(whole)
  expect(values).toMatchObject({
    host_count_mode: 'limited',
    host_count: 25,
    cpu_number_mode: 'free',
    cpu_number: null,
    ram_mib_mode: 'inherited',
    ram_mib_total_mode: 'limited',
    ram_mib_total: 0,
  })
  expect(limitsOf(values)).toEqual(whole)
})

it('a limit needs its number', () => {
  const { error } = limitsSchema('Give a number').safeParse({ ...valuesOf(whole), host_count: null })
  expect(error?.issues).toMatchObject([{ path: ['host_count'], message: 'Give a number' }])
  expect(limitsSchema('').safeParse(valuesOf(whole)).success).toBe(true)
})
