import { afterAll, beforeAll } from 'vitest'
import { selfSignedCertificate } from '../../protocols/pinned-http/self-signed.ts'
import { type AmtPeer, startAmtPeer } from '../../simulation/devices/bmc/amt-peer.ts'
import { SimulatedMachine } from '../../simulation/devices/bmc/machine.ts'
import { type RedfishPeer, startRedfishPeer } from '../../simulation/devices/bmc/redfish-peer.ts'
import { AmtBmc } from './amt/connection.ts'
import { bmcContract, certificatePin } from './contract.ts'
import { bmcDriver } from './registry.ts'

const user = { username: 'admin', password: 'P@ssw0rd' }
const desk = new SimulatedMachine('DESK0001')
const server = new SimulatedMachine('RACK0001')
let amt: AmtPeer
let redfish: RedfishPeer
const amtTarget = () => ({ address: '127.0.0.1', port: amt.httpPort, ...user })
const redfishTarget = () => ({ address: '127.0.0.1', port: redfish.port, ...user })

beforeAll(async () => {
  amt = await startAmtPeer({ machine: desk, ...user, tls: selfSignedCertificate('amt') })
  redfish = await startRedfishPeer({ machine: server, ...user, tls: selfSignedCertificate('redfish') })
})
afterAll(() => Promise.all([amt.close(), redfish.close()]))

const refusals = (target: () => ReturnType<typeof amtTarget>) => [
  {
    what: 'password',
    target: () => ({ ...target(), password: 'no' }),
    code: 'device_rejected' as const,
    words: /password/,
  },
  {
    what: 'port',
    // Nothing listens on the port for discarding.
    target: () => ({ ...target(), port: 9 }),
    code: 'device_unreachable' as const,
    words: /127\.0\.0\.1 does not accept \w+ connections/,
  },
]

bmcContract('a controller with AMT', {
  driver: { ...bmcDriver('amt'), connect: (target) => new AmtBmc(target, { redirection: amt.redirectionPort }) },
  target: amtTarget,
  running: async () => desk.running,
  serial: 'DESK0001',
  identity: certificatePin,
  console: { type: 'hello', comes: 'hello' },
  refusals: refusals(amtTarget),
})

bmcContract('a controller with Redfish', {
  driver: bmcDriver('redfish'),
  target: redfishTarget,
  running: async () => server.running,
  boot: async () => server.bootOnce,
  sensor: { name: 'Inlet', kind: 'Temperature', unit: '°C', threshold: 42 },
  serial: 'RACK0001',
  identity: certificatePin,
  refusals: refusals(redfishTarget),
})
