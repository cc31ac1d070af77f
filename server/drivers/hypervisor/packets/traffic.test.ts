import { expect, test } from 'vitest'
import { parseShaped, trafficPlan } from './traffic.ts'

const tap = 'dh0123456789ab'
const ifb = 'di0123456789ab'
const off = parseShaped('lo\n', '')
const on = parseShaped(`lo\n${tap}\n`, `qdisc fq_codel 0: dev ${tap} root refcnt 2 limit 10240p\n`)
const both = parseShaped(
  `lo\n${tap}\n${ifb}\n`,
  `qdisc tbf da11: dev ${tap} root refcnt 2 rate 8Mbit burst 20000b lat 100ms\nqdisc ingress ffff: dev ${tap} parent ffff:fff1 ----------------\nqdisc tbf da11: dev ${ifb} root refcnt 2\n`,
)
const limits = { net_in_mbitps: 8, net_out_mbitps: 0.5 }
const lead = `filter replace dev ${tap} parent ffff: protocol all prio 1 handle 800::1 u32 match u32 0 0 action mirred egress redirect dev ${ifb}`

test('a tap that runs is limited both ways, in bits a second, with a wait of 100 ms at most', () => {
  expect(trafficPlan(tap, tap, limits, on)).toEqual({
    before: [`link add ${ifb} type ifb`, `link set ${ifb} up`],
    tc: [
      `qdisc replace dev ${tap} root handle da11: tbf rate 8000000bit burst 20000 limit 120000`,
      `qdisc replace dev ${ifb} root handle da11: tbf rate 500000bit burst 20000 limit 40000`,
      `qdisc add dev ${tap} ingress`,
      lead,
    ],
    after: [],
  })
})

test('limits change in place: nothing that waits is thrown away', () => {
  const { before, tc, after } = trafficPlan(tap, tap, { net_in_mbitps: 100, net_out_mbitps: 100 }, both)
  expect([...before, ...after]).toEqual([`link set ${ifb} up`])
  expect(tc.filter((line) => !line.startsWith('qdisc replace'))).toEqual([lead])
})

test('limits that are gone leave nothing, nor do those of a domain that is off', () => {
  expect(trafficPlan(tap, tap, {}, both)).toEqual({
    before: [],
    tc: [`qdisc del dev ${tap} root`, `qdisc del dev ${tap} ingress`],
    after: [`link del ${ifb}`],
  })
  expect(trafficPlan(tap, tap, limits, off)).toEqual({ before: [], tc: [], after: [] })
  expect(trafficPlan(tap, tap, limits, parseShaped(ifb, '')).after).toEqual([`link del ${ifb}`])
})

test("another's limits are left alone until there are own ones", () => {
  const libvirts = parseShaped(
    'vnet0\n',
    'qdisc htb 1: dev vnet0 root refcnt 2\nqdisc ingress ffff: dev vnet0 parent ffff:fff1\n',
  )
  expect(trafficPlan(tap, 'vnet0', {}, libvirts)).toEqual({ before: [], tc: [], after: [] })
  expect(trafficPlan(tap, 'vnet0', limits, libvirts).tc).toContain('qdisc del dev vnet0 ingress')
})
