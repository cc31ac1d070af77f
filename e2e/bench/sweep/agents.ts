// Simulated switches in a process of their own: `agents.ts COUNT DEAD_EVERY`. Says the port once all answer.
import { startFleet } from '../../../server/simulation/devices/fleet.ts'
import { simulatedSwitch } from '../../../server/simulation/devices/switch/model.ts'
import { addressOf, isDead, PORTS } from './plan.ts'

const count = Number(process.argv[2])
const ports = Array.from({ length: PORTS }, (_, i) => ({ vlan_id: 10 + (i % 4) }))
const fleet = await startFleet({
  switches: Array.from({ length: count }, (_, i) => ({
    address: addressOf(i),
    model: simulatedSwitch({ kind: 'snmp_common', name: `switch${i}`, ports }),
  })),
  pdus: [],
})
for (let i = 0; i < count; i += 1) if (isDead(i)) fleet.switches.get(addressOf(i))!.silent = true
console.log(fleet.port)
// The agents alone would let the process end.
process.stdin.resume().on('end', () => process.exit(0))
