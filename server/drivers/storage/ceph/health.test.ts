import { expect, it } from 'vitest'
import { judgeHealth } from './health.ts'

const said = (checks: Record<string, { message: string; muted?: boolean }>) =>
  JSON.stringify({
    status: 'HEALTH_WARN',
    checks: Object.fromEntries(
      Object.entries(checks).map(([code, { message, muted = false }]) => [
        code,
        { severity: 'HEALTH_WARN', summary: { message, count: 1 }, detail: [], muted },
      ]),
    ),
    mutes: [],
  })
const judged = (checks: Parameters<typeof said>[0]) => {
  const { stopped, lost } = judgeHealth(said(checks))
  return { stopped: stopped && String(stopped), lost: lost && String(lost) }
}

it('finds nothing in a cluster that is well', () => expect(judged({})).toEqual({ stopped: null, lost: null }))

it('names what of the redundancy is lost', () =>
  expect(
    judged({ OSD_DOWN: { message: '1 osds down' }, PG_DEGRADED: { message: 'Degraded data redundancy: 3/9 objects' } }),
  ).toEqual({
    stopped: null,
    lost: '1 osds down; Degraded data redundancy: 3/9 objects',
  }))

it('names what stops reading and writing', () =>
  expect(judged({ PG_AVAILABILITY: { message: 'Reduced data availability: 8 pgs inactive' } })).toMatchObject({
    stopped: 'Reduced data availability: 8 pgs inactive',
  }))

it('leaves warnings about settings, and what a person muted, to the tools of Ceph', () =>
  expect(
    judged({
      AUTH_INSECURE_GLOBAL_ID_RECLAIM_ALLOWED: { message: 'mon is allowing insecure global_id reclaim' },
      POOL_NO_REDUNDANCY: { message: '1 pool(s) have no replicas configured' },
      OSD_DOWN: { message: '1 osds down', muted: true },
    }),
  ).toEqual({ stopped: null, lost: null }))

it('bounds what the cluster says, and takes no control characters from it', () => {
  const many = Object.fromEntries(
    Array.from({ length: 9 }, (_, n) => [`OSD_${'ABCDEFGHI'[n]}_DOWN`, { message: `\u001b[2J${'x'.repeat(900)}` }]),
  )
  const { lost } = judged(many)
  expect(lost?.length).toBeLessThan(1300)
  expect(lost).not.toContain('\u001b')
})

it.each(['', 'null', '{"checks": []}', '{"checks": {"OSD_DOWN": 1}}'])('says that %j cannot be read', (text) =>
  expect(() => judgeHealth(text)).toThrow(/cannot be read/),
)
