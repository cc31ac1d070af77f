import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentLab, inNode, targetOf } from '../../../../e2e/lab/api.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { isolatedBridge } from '../isolated-bridge.ts'
import { hypervisorDriver } from '../registry.ts'
import type { NodeConnection } from '../types.ts'

const lab = currentLab()
const bridge = isolatedBridge(4711)
const OPEN = 'dh-open0'

/** What a guest on the bridge learns of the node's own address: its hardware address, or nothing. */
const ASK = `ip link add dh-p type veth peer name dh-q && ip link set dh-p master "$1" up
unshare -n sleep 60 & guest=$!
while [ "$(readlink /proc/$guest/ns/net)" = "$(readlink /proc/$$/ns/net)" ]; do :; done
ip link set dh-q netns $guest
nsenter -t $guest -n sh -c 'ip link set dh-q up; ip addr add 192.0.2.9/24 dev dh-q; ping -c 2 -W 1 192.0.2.1 >/dev/null 2>&1; ip neigh show 192.0.2.1'
ip link delete dh-p; kill $guest`
const asked = async (on: string) => (await inNode(lab, 1, ['sh', '-c', ASK, 'sh', on])).stdout

let node: NodeConnection
beforeAll(async () => {
  const [first] = lab.nodes as [(typeof lab.nodes)[number]]
  node = await hypervisorDriver('kvm').connect(targetOf(first), soon())
  await inNode(lab, 1, ['ip', 'address', 'add', '192.0.2.1/32', 'dev', 'lo'])
})
afterAll(async () => {
  await inNode(lab, 1, ['ip', 'address', 'del', '192.0.2.1/32', 'dev', 'lo'])
  await node.close()
})

test('the node itself answers nothing that is on an isolated bridge, as it does on any other', async () => {
  await node.makeIsolatedBridge(bridge, soon())
  await inNode(lab, 1, ['ip', 'link', 'add', 'name', OPEN, 'type', 'bridge'])
  await inNode(lab, 1, ['ip', 'link', 'set', OPEN, 'up'])
  try {
    expect(await asked(OPEN)).toContain('lladdr')
    const isolated = await asked(bridge)
    expect(isolated).toMatch(/192\.0\.2\.1/)
    expect(isolated).not.toContain('lladdr')
  } finally {
    await inNode(lab, 1, ['ip', 'link', 'delete', OPEN])
    await node.removeIsolatedBridge(bridge, soon())
  }
  expect((await inNode(lab, 1, ['nft', 'list', 'ruleset'])).stdout).not.toContain(bridge)
})
