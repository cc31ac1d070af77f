import { currentLab, inNode } from '../../../../e2e/lab/api.ts'
import type { RunOptions } from '../../../../e2e/lab/run.ts'
import type { Reservation } from '../../../protocols/kea/types.ts'
import { connectSsh } from '../../../protocols/ssh/connect.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { findBootHost } from './find.ts'
import type { BootHost } from './host.ts'
import type { BootServices } from './types.ts'

const lab = currentLab()
const [node] = lab.nodes
if (!node) throw new Error('These tests need a node')

/** Of the control host in the segment in which servers boot. */
export const ADDRESS = '10.77.0.1'
export const WEB = `http://${ADDRESS}:8080`
export const ticket = `${'aB3-_'.repeat(8)}xyz`
export const macs = { known: '52:54:00:77:00:01', none: '52:54:00:77:00:99' }

/** On the control host, past SSH. */
export const on = (argv: readonly string[], options?: RunOptions) => inNode(lab, 1, argv, options)
export const must = async (argv: readonly string[], options?: RunOptions): Promise<string> => {
  const { code, stdout, stderr } = await on(argv, options)
  if (code !== 0) throw new Error(`${argv.join(' ')}: ${stderr || stdout}`)
  return stdout
}
/** As a server that boots in the segment. */
export const asServer = (argv: readonly string[], options?: RunOptions) =>
  on(['ip', 'netns', 'exec', 'booting', ...argv], options)

export async function cable(): Promise<void> {
  await must(['ip', 'netns', 'add', 'booting'])
  await must(['ip', 'link', 'add', 'prov0', 'type', 'veth', 'peer', 'name', 'card0', 'netns', 'booting'])
  await must(['ip', 'address', 'add', `${ADDRESS}/24`, 'dev', 'prov0'])
  await must(['ip', 'link', 'set', 'prov0', 'up'])
  for (const words of [
    ['link', 'set', 'lo', 'up'],
    ['link', 'set', 'card0', 'up'],
    ['address', 'add', '10.77.0.9/24', 'dev', 'card0'],
  ])
    await must(['ip', '-n', 'booting', ...words])
}

export async function uncable(): Promise<void> {
  await on(['ip', 'link', 'delete', 'prov0'])
  await on(['ip', 'netns', 'delete', 'booting'])
}

/** How the panel reaches it. */
export function target(
  account: { username: string; password: string } = { username: node!.user, password: node!.password },
) {
  const { address, ssh_port: port } = node!
  return { address, port, username: account.username, auth: { password: account.password }, hostKey: null }
}

export const controlHost = async (account?: { username: string; password: string }): Promise<BootHost> =>
  findBootHost(await connectSsh(target(account), soon()), soon())

export const services = (boot?: Reservation['boot']): BootServices => ({
  web: { addresses: [ADDRESS], port: 8080 },
  dhcp: {
    interfaces: ['prov0'],
    web: { address: ADDRESS, port: 8080 },
    discovery: false,
    subnets: [
      {
        id: 1,
        cidr: '10.77.0.0/24',
        via: { interface: 'prov0' },
        gateway: null,
        nameservers: [],
        ranges: [{ first: '10.77.0.200', last: '10.77.0.250' }],
        reservations: [{ mac: macs.known, ip: '10.77.0.11', hostname: 'known', boot }],
      },
    ],
  },
})
