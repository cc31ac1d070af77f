import { expect, it } from 'vitest'
import { addressesOfMac, parseLeaseFiles } from './leases.ts'

const head = 'address,hwaddr,client_id,valid_lifetime,expire,subnet_id,fqdn_fwd,fqdn_rev,hostname,state,user_context'
const line = (ip: string, mac: string, lifetime = 600, expire = 2000, name = '') =>
  `${ip},${mac},01:${mac},${lifetime},${expire},1,0,0,${name},0,`

it('takes the last line of an address, over files from old to new', () => {
  const old = [head, line('192.0.2.1', '02:00:00:00:00:01'), line('192.0.2.2', '02:00:00:00:00:02')].join('\n')
  const now = [head, line('192.0.2.1', '02:00:00:00:00:03', 600, 3000, 'a&#x2cb'), ''].join('\n')
  expect(parseLeaseFiles([old, now])).toEqual([
    { ip: '192.0.2.1', mac: '02:00:00:00:00:03', subnet: 1, hostname: 'a,b', expires: 3000, state: 0 },
    { ip: '192.0.2.2', mac: '02:00:00:00:00:02', subnet: 1, hostname: '', expires: 2000, state: 0 },
  ])
})

it('removes what a later line gives back', () =>
  expect(
    parseLeaseFiles([
      [head, line('192.0.2.1', '02:00:00:00:00:01'), line('192.0.2.1', '02:00:00:00:00:01', 0)].join('\n'),
    ]),
  ).toEqual([]))

it.each([
  ['a line that is still being written', [head, '192.0.2.9,02:00:00:00'].join('\n')],
  ['another file', 'root:x:0:0:root:/root:/bin/sh\n'],
  ['no address', [head, line('::1', '02:00:00:00:00:01')].join('\n')],
  ['nothing', ''],
])('leaves out %s', (_, text) => expect(parseLeaseFiles([text])).toEqual([]))

it('addresses of a network card are those that it has leases of, the latest first', () => {
  const lease = (ip: string, more: object) => ({
    ip,
    mac: 'aa:00:00:00:00:01',
    subnet: 1,
    hostname: '',
    expires: 1,
    state: 0,
    ...more,
  })
  const leases = [
    lease('192.0.2.1', {}),
    lease('192.0.2.2', { expires: 5, mac: 'AA:00:00:00:00:01' }),
    lease('192.0.2.3', { state: 1 }),
    lease('192.0.2.4', { mac: 'aa:00:00:00:00:02' }),
    lease('none', {}),
  ]
  expect(addressesOfMac(leases, 'aa:00:00:00:00:01')).toEqual(['192.0.2.2', '192.0.2.1'])
})
