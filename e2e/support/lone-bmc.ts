// A simulated controller of a server that is on, at a port of its own of the loopback address. Prints the port when it
// listens.
import { serveBmc, simulatedBmc } from '../../server/simulation/devices/bmc/bmc.ts'

const machine = simulatedBmc({ name: 'lone', username: 'admin', password: process.argv[2] ?? '', on: true })
const peer = await serveBmc(machine, { address: '127.0.0.1', port: 0 })
console.log(peer.port)
// The peer's socket alone does not keep the process alive.
setInterval(() => {}, 60_000)
