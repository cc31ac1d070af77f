import { serveBmc, simulatedBmc } from '../../../server/simulation/devices/bmc/bmc.ts'

// Runs inside a lab controller of our own make: cipher suite 17 and no other.
const { DEVICE_NAME = '', DEVICE_ADDRESS = '', DEVICE_USER = '', DEVICE_PASSWORD = '' } = process.env
const [address = ''] = DEVICE_ADDRESS.split('/')
const machine = simulatedBmc({
  name: DEVICE_NAME,
  username: DEVICE_USER,
  password: DEVICE_PASSWORD,
  lan: { address, mac: '02:da:7a:00:03:01' },
})
await serveBmc(machine, { address, port: 623, suites: [17] })
console.log('ready')
