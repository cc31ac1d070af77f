import { expect, it } from 'vitest'
import { serialOf } from './identity.ts'

it.each([
  '',
  '  ',
  'To Be Filled By O.E.M.',
  '0123456789',
  '123456789',
  '000000',
  'Not Specified',
  'Default string',
  'N/A',
])('%j is no serial number', (serial) => expect(serialOf({ serial })).toBe(''))

it.each(['5HV8N23', ' CZJ0310BQ7 ', '0123456789A', 'NONE-1'])('%j is one', (serial) =>
  expect(serialOf({ serial })).toBe(serial.trim()),
)
