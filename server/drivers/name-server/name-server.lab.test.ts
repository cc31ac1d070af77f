import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { currentLab, labDevices } from '../../../e2e/lab/api.ts'
import { labDns } from '../../../e2e/lab/name-servers.ts'
import { nameServerContract } from './contract.ts'
import { nameServerDrivers } from './registry.ts'
import type { NameServerTarget } from './types.ts'

const lab = currentLab()
const [bind] = labDevices(lab, 'bind')
const [powerDns] = labDevices(lab, 'power_dns')
if (!bind || !powerDns) throw new Error('These tests need a lab with name servers: lab.ts up --names 1')

const dig = (server: string) => async (name: string) => {
  const args = ['+tcp', '+short', '+time=5', '+tries=1', `@${server}`, name, 'PTR']
  const { stdout } = await promisify(execFile)('dig', args)
  return stdout.split('\n').flatMap((line) => (line ? [line.replace(/\.$/, '')] : []))
}

const target = (address: string, key: { name: string; algorithm: string; secret: string }): NameServerTarget => ({
  address,
  port: 53,
  zones: [],
  key_name: key.name,
  key_algorithm: key.algorithm,
  secret: key.secret,
  is_https: false,
  certificate: '',
})

const keyFaults = (reader: RegExp) => [
  { what: 'a closed port', over: { port: 5353 }, code: 'device_unreachable', words: /does not answer/ } as const,
  {
    what: 'an unknown key',
    over: { key_name: 'unknown-key' },
    code: 'device_rejected',
    words: /does not (know|accept) the key unknown-key/,
  } as const,
  {
    what: 'a wrong secret',
    over: { secret: labDns.reader.secret },
    code: 'device_rejected',
    words: /has another secret for the key|does not accept the key/,
  } as const,
  {
    what: 'a key that may only ask',
    over: { key_name: labDns.reader.name, secret: labDns.reader.secret },
    code: 'device_rejected',
    words: reader,
  } as const,
  { what: 'a secret that is none', over: { secret: '' }, code: 'refused', words: /not base64/ } as const,
]

const peers = [
  ['BIND, hmac-sha256', bind.address, labDns.update],
  ['BIND, hmac-sha512', bind.address, labDns.update512],
  ['PowerDNS by updates', powerDns.address, labDns.update],
] as const
for (const [label, address, key] of peers)
  nameServerContract(label, {
    driver: nameServerDrivers.rfc2136,
    target: (over) => ({ ...target(address, key), ...over }),
    dig: dig(address),
    refusals: key === labDns.update ? keyFaults(/does not allow this with the key/) : [],
  })

nameServerContract('PowerDNS by its API', {
  driver: nameServerDrivers.power_dns,
  target: (over) => ({
    ...target(powerDns.address, { name: '', algorithm: '', secret: labDns.api.key }),
    port: labDns.api.port,
    ...over,
  }),
  dig: dig(powerDns.address),
  refusals: [
    { what: 'a closed port', over: { port: 8082 }, code: 'device_unreachable', words: /does not answer/ },
    { what: 'a wrong key', over: { secret: 'no' }, code: 'device_rejected', words: /does not accept the key/ },
    { what: 'a port without TLS', over: { is_https: true }, code: 'device_rejected', words: /TLS handshake/ },
  ],
})
