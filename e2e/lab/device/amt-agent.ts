import { startAmtPeer } from '../../../server/drivers/bmc/simulated/amt-peer.ts'
import { SimulatedMachine } from '../../../server/drivers/bmc/simulated/machine.ts'
import { selfSignedCertificate } from '../../../server/protocols/pinned-http/self-signed.ts'

// Runs inside a lab controller with Intel AMT over TLS; its machine's serial port echoes.
const { DEVICE_NAME = '', DEVICE_ADDRESS = '', DEVICE_USER = '', DEVICE_PASSWORD = '' } = process.env
const [address = ''] = DEVICE_ADDRESS.split('/')
await startAmtPeer({
  machine: new SimulatedMachine(DEVICE_NAME),
  username: DEVICE_USER,
  password: DEVICE_PASSWORD,
  tls: selfSignedCertificate(DEVICE_NAME),
  address,
  httpPort: 16_993,
  redirectionPort: 16_995,
})
console.log('ready')
