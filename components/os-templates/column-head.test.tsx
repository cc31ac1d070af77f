import { afterEach, expect, it } from 'vitest'
import { locationRecord } from '../../server/domain/location/schema.ts'
import { sampleOf } from '../checks/forms/sample.ts'
import { clear, stage } from '../checks/forms/stage.tsx'
import { ColumnHead } from './column-head.tsx'

afterEach(clear)

const GIB = 2 ** 30

/** The head of a location whose disk of 80 GiB has so much free; null: nothing is known of it. */
function head(free: number | null, failed = 0) {
  const checked = { since: null, checked_at: '2026-11-01T00:00:00Z', fault: null }
  const disk = { component: 'disk' as const, ...checked, bytes: 80 * GIB, free_bytes: (free ?? 0) * GIB }
  const location = sampleOf(locationRecord, {
    ...{ name: 'FRA1', status: 'ok', dhcp4_conf: { Dhcp4: {} }, os_templates: { there: 3, need_update: 0, failed } },
    components: free === null ? [] : [disk],
  })
  stage(() => <ColumnHead location={location} onUpdate={() => {}} />)
  const { textContent } = document.body
  const warns = document.querySelector('.text-warn-fg') !== null
  clear()
  return { textContent, warns }
}

it('says how full the disk of the location is, and warns when the next template may not fit', () => {
  expect(head(20).textContent).toBe('FRA13 templates60 GiB of 80 GiB')
  expect(head(6.4).textContent).toContain('73.6 GiB of 80 GiB')
  expect([head(20).warns, head(6.4).warns]).toEqual([false, true])
  expect(head(20, 2).textContent).toBe('FRA12 failed60 GiB of 80 GiB')
  expect(head(null).textContent).toBe('FRA13 templates')
})
