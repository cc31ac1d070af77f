import { setTimeout as pause } from 'node:timers/promises'
import { commonColumns } from '../../../server/simulation/devices/switch/common-columns.ts'
import { bridgePortColumns, fdbColumns } from '../../../server/simulation/devices/switch/table-columns.ts'
import { AgentView, arcs } from '../../../server/simulation/peers/snmp/agent-view.ts'
import { Subagent } from './agentx.ts'
import { VirtualSwitch } from './vswitch.ts'

// Runs inside a lab switch: BRIDGE-MIB and Q-BRIDGE-MIB for its snmpd, which has neither.
const [name = '', ports = '', socket = ''] = process.argv.slice(2)
const bridge = '1.3.6.1.2.1.17'
const subtrees = [`${bridge}.1.4.1`, `${bridge}.7.1.2.2.1`, `${bridge}.7.1.4.3.1`, `${bridge}.7.1.4.5.1`].map(arcs)
const view = new AgentView([...bridgePortColumns, ...fdbColumns, ...commonColumns])

const device = new VirtualSwitch(name, Number(ports))
await device.apply()
await Subagent.open(socket, view, device.model, subtrees, () => device.apply())
console.log('ready')
for (;;) {
  await device.refresh().catch((error: unknown) => console.error(error))
  await pause(1_000)
}
