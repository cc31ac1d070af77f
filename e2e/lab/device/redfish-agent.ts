import { SimulatedMachine } from '../../../server/drivers/bmc/simulated/machine.ts'
import { startRedfishPeer } from '../../../server/drivers/bmc/simulated/redfish-peer.ts'
import { selfSignedCertificate } from '../../../server/protocols/pinned-http/self-signed.ts'

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
