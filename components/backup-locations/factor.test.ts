import { createFormatter } from 'use-intl/core'
import { expect, it } from 'vitest'
import { factorText } from './factor.ts'

const format = createFormatter({ locale: 'en' })

it.each([
  [300, 100, '3'],
  [100, 300, '0.333'],
  [12_345, 100, '123'],
  [244_000_000, 1000, '> 1,000'],
])('of %i MiB on disks and %i MiB stored is %s', (disk_mib, stored_mib, text) =>
  expect(factorText(format, { disk_mib, stored_mib })).toBe(text),
)
