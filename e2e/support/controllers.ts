import { serveBmc, simulatedBmc } from '../../server/simulation/devices/bmc/bmc.ts'
import type { RestClient } from './rest-client.ts'

const login = { username: 'admin', password: 'secret-of-bmc' }

/** A rack of its own with a server and its controller, which really answers over IPMI. End it with `close`. */
export async function addControlledServer(admin: RestClient, name: string, owner?: number) {
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await admin.post(path, body)
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer.body.id
  }
  const machine = simulatedBmc({ name, ...login, on: false })
  const peer = await serveBmc(machine, { address: '127.0.0.1', port: 0 })
  const control = { ssh_address: '127.0.0.1', ssh_port: 9, ssh_user: 'root' }
  const location = await made('/dci/v3/location', { name: `hall of ${name}`, ...control })
  const rack = await made(`/dci/v3/location/${location}/rack`, { name: `rack of ${name}`, size: 10 })
  const { body } = await admin.get("/dci/v3/platform?where=type EQ 'server'&limit=1&orderby=id")
  const id = await made('/dci/v3/server', { name, platform: body.list[0].id, rack, unit: 1 })
  const ipmi = await made(`/dci/v3/server/${id}/ipmi`, { ip: '127.0.0.1', port: peer.port, ...login })
  if (owner !== undefined) await made(`/dci/v3/server/${id}/owner`, { owner })
  return { id, ipmi, port: peer.port, machine, close: () => peer.close() }
}
