import { selfSignedCertificate } from '../../../server/protocols/pinned-http/self-signed.ts'
import { SimulatedMachine } from '../../../server/simulation/devices/bmc/machine.ts'
import { startRedfishPeer } from '../../../server/simulation/devices/bmc/redfish-peer.ts'

// Runs inside a lab controller with Redfish.
const { DEVICE_NAME = '', DEVICE_ADDRESS = '', DEVICE_USER = '', DEVICE_PASSWORD = '' } = process.env
const [address = ''] = DEVICE_ADDRESS.split('/')
await startRedfishPeer({
  machine: new SimulatedMachine(DEVICE_NAME),
  username: DEVICE_USER,
  password: DEVICE_PASSWORD,
  tls: selfSignedCertificate(DEVICE_NAME),
  address,
  port: 443,
})
console.log('ready')
