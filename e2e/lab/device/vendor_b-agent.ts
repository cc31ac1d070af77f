import { serveSwitch } from '../../../server/simulation/devices/switch/agent.ts'
import { simulatedSwitch } from '../../../server/simulation/devices/switch/model.ts'
import { NetconfPeer } from '../../../server/simulation/devices/switch/netconf-peer.ts'

// Runs inside a lab switch of vendor B: SNMP to read it, NETCONF to configure it, one model behind both.
const {
  DEVICE_NAME = '',
  DEVICE_ADDRESS = '',
  DEVICE_PORTS = '0',
  DEVICE_USER = '',
  DEVICE_PASSWORD = '',
} = process.env
const [address = ''] = DEVICE_ADDRESS.split('/')
const neighbour = {
  chassis_mac: '02:da:7a:00:02:01',
  port_id: 'eth0',
  port_description: 'eth0',
  name: 'server1',
  description: 'a server that is not there',
}
const model = simulatedSwitch({
  kind: 'vendorB_without_els',
  name: DEVICE_NAME,
  ports: Array.from({ length: Number(DEVICE_PORTS) }, (_, i) => ({
    vlan_id: 10,
    in_rate: 1_000_000,
    ...(i === 0 && { neighbour }),
  })),
})
await serveSwitch(model, { address, port: 161 })
await NetconfPeer.listen(model, { address, port: 830, username: DEVICE_USER, password: DEVICE_PASSWORD })
console.log('ready')
