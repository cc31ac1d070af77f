import { currentLab, inNode } from '../../lab/api.ts'
import { guestSays } from '../../support/guest-command.ts'
import { ADMIN, startPanel } from '../../support/panel-process.ts'
import { restClient } from '../../support/rest-client.ts'
import { GUEST_PASSWORD, prepare, until } from '../../support/slice.ts'

const FOLDER = '/var/lib/bench-guests'

/** A panel of its own with one real node, on which it also has its backup locations. */
export async function startPlace() {
  const lab = currentLab()
  const node = lab.nodes[0]!
  const panel = await startPanel({ env: { DATAHALL_LOG: 'warn' } })
  const rest = await restClient(panel.address, ADMIN)
  const { cluster, os } = await prepare(rest, lab, [node.index])
  await inNode(lab, node.index, ['sh', '-c', `rm -rf ${FOLDER}; mkdir -p ${FOLDER}`])

  async function begun(answer: Promise<{ status: number; body: { id: number; task: number } }>) {
    const { status, body } = await answer
    if (status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`)
    return body
  }
  async function done(answer: Promise<{ status: number; body: { id: number; task: number } }>): Promise<number> {
    const { id, task } = await begun(answer)
    const { status, error, name } = await rest.ended(task)
    if (status !== 'complete') throw new Error(`${name}: ${error?.msg}`)
    return id
  }
  const host = async (id: number) => (await rest.get(`/vm/v3/host/${id}`)).body
  /** The serial port of a domain, as the node keeps it; empty before it has one. */
  async function serialLog(internalName: string): Promise<string> {
    const file = `/var/log/libvirt/qemu/${internalName}.serial0.log`
    return (await inNode(lab, node.index, ['sh', '-c', `cat ${file} 2>/dev/null || true`])).stdout
  }
  const prompts = (log: string) => [...log.matchAll(/ login: ?/g)].length
  const answers = (address: string) =>
    until('the guest answers', () => guestSays(address, GUEST_PASSWORD, 'hostname'), 240, 250)
  return {
    rest,
    begun,
    /** Waits until a guest lets one in. */
    answers,
    done,
    host,
    /** A VM whose guest lets one in. */
    async vm(name: string, hdd_mib: number) {
      const id = await done(
        rest.post('/vm/v3/host', { cluster, os, name, password: GUEST_PASSWORD, ram_mib: 256, hdd_mib }),
      )
      const address: string = (await host(id)).ip4[0].ip
      await answers(address)
      return { id, address }
    },
    /** An account that nothing is stored in yet, so that the next backup reads all of a disk. */
    location(name: string): Promise<number> {
      const { address: ip, ssh_port: port, user: login, password } = node
      const connection_params = { ip, port, login, password, path: `${FOLDER}/${name}` }
      return done(rest.post('/vm/v3/backup_location', { name, connection_params, clusters: [cluster] }))
    },
    promptsOf: async (internalName: string) => prompts(await serialLog(internalName)),
    /** Waits until a guest has shown so many prompts to sign in. */
    prompted: (internalName: string, count: number) =>
      until(`prompt of ${internalName}`, async () => prompts(await serialLog(internalName)) >= count, 240, 50),
    async close() {
      await panel.stop()
      await inNode(lab, node.index, ['rm', '-rf', FOLDER])
    },
  }
}
