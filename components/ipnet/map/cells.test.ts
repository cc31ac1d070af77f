import { expect, it } from 'vitest'
import { cellsOf, countKinds, fillOf, stepFrom } from './cells.ts'

const address = { id: 1, status: 'ok' as const, domain: '', server: null, host: null, owner: null }
const pool = { id: 1, name: 'a' }

it('says of every address what it is', () => {
  const cells = cellsOf({
    block: '192.0.2.248/29',
    size: '8',
    addresses: [
      { ...address, offset: 3, name: '192.0.2.251', server: { id: 1, name: 'db' } },
      { ...address, offset: 4, name: '192.0.2.252', status: 'fail' },
    ],
    reserved: [
      { name: '192.0.2.248', offset: 0, kind: 'network' },
      { name: '192.0.2.249', offset: 1, kind: 'gateway' },
      { name: '192.0.2.255', offset: 7, kind: 'broadcast' },
    ],
    ranges: [{ id: 1, first: '192.0.2.250', last: '192.0.2.253', start: 2, end: 5, pool }],
  })
  expect(cells.map(({ short, kind }) => `${short} ${kind}`)).toEqual([
    ...[
      '248 reserved',
      '249 gateway',
      '250 free',
      '251 server',
      '252 broken',
      '253 free',
      '254 outside',
      '255 reserved',
    ],
  ])
  expect(cells[7]?.reserved).toBe('broadcast')
  expect(cells[2]).toMatchObject({ name: '192.0.2.250', pool: 'a' })
  expect(countKinds(cells).get('reserved')).toBe(2)
})

it('counts over the end of an octet, and in IPv6', () => {
  const none = { addresses: [], reserved: [], ranges: [] }
  const names = (block: string, size: number) => cellsOf({ ...none, block, size: String(size) }).map(({ name }) => name)
  expect(names('10.0.0.0/23', 512)[256]).toBe('10.0.1.0')
  expect(names('223.255.254.0/24', 256)[255]).toBe('223.255.254.255')
  expect(names('2001:db8::/120', 256).slice(0, 2)).toEqual(['2001:db8::', '2001:db8::1'])
  expect(names('2001:db8::f0/124', 16)[15]).toBe('2001:db8::ff')
})

it('goes over the grid with arrows', () => {
  expect(
    ['ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowUp', 'Home', 'End', 'a'].map((key) => stepFrom(5, key, 4, 8)),
  ).toEqual([...[6, 4, null, 1, 0, 7, null]])
  expect(stepFrom(0, 'ArrowLeft', 4, 8)).toBeNull()
})

it('says how full a block is', () =>
  expect([0, 1, 63, 64, 128, 192, 255, 256].map((used) => fillOf(used, 256))).toEqual([0, 1, 1, 2, 3, 4, 4, 5]))
