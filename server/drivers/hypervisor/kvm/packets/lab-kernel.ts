import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cacheDir } from '../../../../../e2e/lab/state.ts'
import { until } from '../../../../../e2e/support/slice.ts'
import { soon } from '../../../../shared/testing/soon.ts'
import type { InterfaceSpec } from '../../domain-types.ts'
import type { PacketFilter } from '../../packet-types.ts'
import { tapName } from '../../packets/names.ts'
import { domainRules, sharedRules } from '../../packets/rules.ts'
import * as vm from './lab-vm.ts'

// Kernels of machines that tests run on may be built without what some rules need, so a guest with Debian's own kernel is the node here: a
// bridge without an address, a VM behind its tap, and a peer behind the port to the network. All packets are real.

const MAC = '02:00:00:00:00:02'
/** The domain that the rules are of. */
export const domain = 'inner'
export const tap = tapName(domain, MAC)
export const address = { guest: '0a4d0002', peer: '0a4d0001' }
export const address6 = { guest: `fd77${'0'.repeat(27)}2`, peer: `fd77${'0'.repeat(27)}1` }

/** Of every bridge with rules. */
const modules = ['llc', 'stp', 'bridge', 'veth', 'libcrc32c', 'nfnetlink', 'nf_tables', 'nft_limit', 'nft_meta_bridge']
export const nft = vm.brought('/usr/sbin/nft')
export const perl = `env ${vm.brought('/usr/bin/perl')}`
const ip = vm.brought('/bin/ip')
export const within = (name: string, command: string) => `${ip} netns exec ${name} ${command}`

export const load = (rules: string[]) => vm.inGuest(`${nft} -f -`, `${rules.join('\n')}\n`)
export const rulesOf = (filter: PacketFilter) => {
  const card: InterfaceSpec = { mac: MAC, bridge: 'br0', model: 'virtio', filter }
  return domainRules(domain, [card], new Map())
}
export const set = (filter: PacketFilter) => load([...sharedRules, ...rulesOf(filter).rules])

/**
 * Starts the node.
 * @param needed modules of its kernel beside those of every bridge, each after those it needs
 * @param listener program of Perl that runs on both sides, and says `ready` when it does
 */
export async function nodeUp(needed: readonly string[], listener: string) {
  const node = await vm.connect()
  await vm.define(node)
  await node.startDomain(vm.name, soon())
  await until('the guest answers', async () => (await vm.inGuest('echo up').catch(String)) === 'up', 180, 300)
  const kernel = readdirSync(cacheDir).find((name) => name.startsWith('linux-image-')) ?? ''
  const found = (await promisify(execFile)('find', [join(cacheDir, kernel, 'lib'), '-name', '*.ko'])).stdout.split('\n')
  const files = [...modules, ...needed].flatMap((name) => found.find((path) => path.endsWith(`/${name}.ko`)) ?? [])
  await vm.bring(['/usr/bin/perl', '/usr/sbin/nft', '/bin/ip'], files)
  const side = (name: string, port: string, mac: string, host: number) => [
    `${ip} netns add ${name}`,
    `${ip} link add ${port} type veth peer name eth0 netns ${name}`,
    `${ip} link set ${port} master br0 up`,
    within(name, `env ${ip} link set eth0 address ${mac} up`),
    within(name, `env ${ip} addr add 10.77.0.${host}/24 dev eth0`),
    within(name, `env ${ip} addr add fd77::${host}/64 dev eth0 nodad`),
    within(name, `${perl} -e '${listener}' 8001 8002 > /tmp/${name}.said 2>&1 &`),
  ]
  const steps = [
    ...files.map((path) => `insmod /tmp/brought${path}`),
    `${ip} link add br0 type bridge`,
    `${ip} link set br0 up`,
    ...side('vm', tap, MAC, 2),
    ...side('peer', 'up0', '02:00:00:00:00:01', 1),
    'until grep -q ready /tmp/vm.said && grep -q ready /tmp/peer.said; do usleep 50000; done',
  ]
  await vm.inGuest(`set -e\n${steps.join('\n')}`)
  return {
    async down() {
      await vm.clear(node)
      node.close()
    },
  }
}
