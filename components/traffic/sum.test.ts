import { expect, it } from 'vitest'
import { sumPorts } from './sum.ts'

const at = (time: number, octets: number, switch_port = 1) => ({ time, in: octets, out: 2 * octets, switch_port })

it('adds the ports of a slot, and makes bits a second of its octets', () =>
  expect(sumPorts([at(0, 600), at(0, 150, 2), at(60, 0)], 120)).toEqual({
    times: [0, 60],
    in: [100, 0],
    out: [200, 0],
  }))

it('breaks where nothing was measured', () =>
  expect(sumPorts([at(0, 60), at(60, 60), at(300, 60)], 1000)).toEqual({
    times: [0, 60, 120, 300],
    in: [8, 8, null, 8],
    out: [16, 16, null, 16],
  }))

it('leaves out a slot that is not over', () => expect(sumPorts([at(0, 60), at(60, 60)], 100).times).toEqual([0]))

it('is empty for a single slot, whose length is unknown', () => expect(sumPorts([at(0, 60)], 1000).times).toEqual([]))
