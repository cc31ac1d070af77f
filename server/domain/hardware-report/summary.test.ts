import { expect, it } from 'vitest'
import type { Difference } from './difference.ts'
import { someCard, someDisk, someReport } from './report-fixture.ts'
import { summaryOf, worstIn } from './summary.ts'

const gib = (mib: number) => `${mib / 1024} GiB`
const smart = { ...{ passed: true, hours: 1, temperature: 30, media_errors: 0, reallocated: 0, pending: 0 } }

it('puts parts together that are alike', () => {
  const disk = (serial: string, used_percent: number, firmware: string) =>
    someDisk(serial, { model: 'PM9A3', bytes: 1.92e12, firmware, smart: { ...smart, used_percent } })
  const cards = [someCard('02:00:00:00:00:01'), { ...someCard('02:00:00:00:00:02'), link: false }]
  const about = { vendor: 'Dell Inc.', product: 'R650', serial: '5HV8N23' }
  const report = someReport({ ...about, disks: [disk('A', 4, '1'), disk('B', 91, '2'), disk('', 4, '1')], nics: cards })
  const rows = summaryOf(report, gib)
  const of = (part: string) => rows.filter((row) => row.part === part)
  expect(rows[0]).toMatchObject({ part: 'machine', model: 'Dell Inc. R650', serials: ['5HV8N23'] })
  expect(of('disks')).toEqual([
    expect.objectContaining({ count: 3, model: 'PM9A3 1.92 TB', firmware: null, judged: 'warn', links: null }),
  ])
  expect(of('disks')[0]?.serials.slice(0, 2)).toEqual(['A', 'B'])
  expect(of('cards')).toEqual([expect.objectContaining({ count: 2, links: 1, judged: null })])
  expect(rows.at(-1)).toMatchObject({ part: 'firmware', firmware: expect.stringContaining(report.bios.version) })
  expect(of('processors').reduce((sum, { count }) => sum + count, 0)).toBe(report.cpus.length)
})

it('shows the worst of what differs in a part, and nothing that is only worth knowing', () => {
  const differs = (kind: Difference['kind'], level: Difference['level']): Difference => ({
    ...{ kind, level, part: 'A1', about: '', from: null, to: null },
  })
  const all = [differs('link_lost', 'warn'), differs('card_missing', 'fault'), differs('disk_new', 'info')]
  expect(worstIn('cards', all)?.kind).toBe('card_missing')
  expect(worstIn('disks', all)).toBeUndefined()
  expect(worstIn('memory', all)).toBeUndefined()
})
