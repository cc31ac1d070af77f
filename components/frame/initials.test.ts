import { expect, it } from 'vitest'
import { initials } from './initials.ts'

it.each([
  ['Mara Keller', 'MK'],
  ['admin', 'AD'],
  ['mara.keller@northlight.example', 'MK'],
  ['Анна Мария Петрова', 'АП'],
  ['', ''],
])('%s', (name, wanted) => expect(initials(name)).toBe(wanted))
