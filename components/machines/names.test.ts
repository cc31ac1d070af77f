import { expect, it } from 'vitest'
import { namesOf } from './names.ts'

it.each([
  ['srv-{n}', '0421', 2, ['srv-0421', 'srv-0422']],
  ['srv-{n}', '9', 3, ['srv-9', 'srv-10', 'srv-11']],
  ['rack-{n}.fra', '099', 2, ['rack-099.fra', 'rack-100.fra']],
])('%s from %s', (pattern, first, count, expected) => expect(namesOf(pattern, first, count)).toEqual(expected))
