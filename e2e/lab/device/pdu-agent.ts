import { type ChildProcess, spawn } from 'node:child_process'
import { servePdu } from '../../../server/simulation/devices/pdu/agent.ts'
import { type SimulatedOutlet, simulatedPdu } from '../../../server/simulation/devices/pdu/model.ts'

// Runs inside a lab PDU: an agent with the vendor's tables whose outlets power real processes. Behind outlet n a
// server, which is a process, answers on TCP port 7000 + n while it has power; without, it is killed.
const { DEVICE_NAME = '', DEVICE_ADDRESS = '', DEVICE_PORTS = '0' } = process.env
const [address = ''] = DEVICE_ADDRESS.split('/')
const machines = new Map<number, ChildProcess>()
const machine = `require('node:net').createServer((peer) => peer.on('error', () => {}).end('up')).listen(Number(process.argv[1]))`

function feed(outlet: SimulatedOutlet): void {
  machines.get(outlet.number)?.kill('SIGKILL')
  machines.delete(outlet.number)
  if (!outlet.on) return
  const port = String(7_000 + outlet.number)
  machines.set(outlet.number, spawn(process.execPath, ['-e', machine, port], { stdio: 'ignore' }))
}

const model = simulatedPdu({
  kind: 'apc_snmp',
  name: DEVICE_NAME,
  outlets: Array.from({ length: Number(DEVICE_PORTS) }, (_, i) => ({ watts: 120 + i })),
  onSwitch: feed,
})
for (const outlet of model.outlets) feed(outlet)
await servePdu(model, { address, port: 161 })
console.log('ready')
