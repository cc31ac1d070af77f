import { afterAll, afterEach, expect, test } from 'vitest'
import { removal, sharedRules } from '../../packets/rules.ts'
import * as kernel from './lab-kernel.ts'
import { inGuest } from './lab-vm.ts'

const { address, address6, load, perl, tap, within } = kernel
// Takes TCP connections of both families on the ports given, and ends its side of each when the other side has.
const listener =
  '$SIG{CHLD}="IGNORE"; for $p (@ARGV) { socket($s,10,1,0) or die; setsockopt($s,1,2,1); bind($s,pack("SnNH32N",10,$p,0,"0"x32,0)) or die $!; listen($s,99); if(!fork){ while(accept($c,$s)){ if(!fork){ sysread($c,$x,1); exit } close $c } exit } undef $s } print "ready\n"; close STDOUT; sleep 600'
// Begins so many connections one after another, says how many came about within a second each, and keeps them.
const holder =
  'my($a,$p,$n)=@ARGV; $SIG{ALRM}=sub{}; for(1..$n){ socket($s,length $a>8?10:2,1,0) or die; alarm 1; push @k,$s if connect($s,length $a>8?pack("SnNH32N",10,$p,0,$a,0):pack("SnH8x8",2,$p,$a)); alarm 0; undef $s } $|=1; print "held ".@k."\n"; close STDOUT; sleep 600'

const modules = [
  'nf_defrag_ipv4',
  'nf_defrag_ipv6',
  'nf_conntrack',
  'nf_conntrack_bridge',
  'nf_conncount',
  'nft_connlimit',
]
const node = await kernel.nodeUp(modules, listener)
afterAll(() => node.down())

/** Begins connections, and keeps those that come about; answers how many these are. */
async function hold(from: 'vm' | 'peer', to: string, count: number, port = 8001): Promise<number> {
  const file = '/tmp/held.said'
  const command = `${within(from, `${perl} -e '${holder}' ${to} ${port} ${count}`)} > ${file} 2>&1 &`
  const said = await inGuest(`: > ${file}; ${command}\nuntil grep -q held ${file}; do usleep 50000; done; cat ${file}`)
  return Number(/held (\d+)/.exec(said)?.[1])
}
/** Ends all that are kept. */
const end = () => inGuest("grep -ls '@[k].*held' /proc/[0-9]*/cmdline | cut -d/ -f3 | xargs -r kill; true")
const limit = (connections: { in: number; out: number }) =>
  kernel.set({ firewall_rules: [], anti_spoofing: null, connections })

afterEach(end)

test('without a limit as many come about as are begun', async () => {
  expect(await hold('vm', address.peer, 6)).toBe(6)
  expect(await hold('peer', address.guest, 6)).toBe(6)
})

test('a VM begins no more than it may have, of both families together, and others when these have ended', async () => {
  await limit({ in: 0, out: 3 })
  expect(await hold('vm', address.peer, 2)).toBe(2)
  expect(await hold('vm', address6.peer, 3)).toBe(1)
  expect(await hold('vm', address.peer, 1, 8002)).toBe(0)
  // Others begin as many as they like.
  expect(await hold('peer', address.guest, 5)).toBe(5)
  await end()
  expect(await hold('vm', address.peer, 4)).toBe(3)
})

test('others begin no more with a VM than it may have', async () => {
  await limit({ in: 3, out: 0 })
  expect(await hold('peer', address.guest, 2)).toBe(2)
  expect(await hold('peer', address6.guest, 2)).toBe(1)
  expect(await hold('vm', address.peer, 5)).toBe(5)
  await end()
  expect(await hold('peer', address6.guest, 5)).toBe(3)
})

test('another limit holds at once, and none when it is taken away', async () => {
  await limit({ in: 0, out: 1 })
  expect(await hold('vm', address.peer, 2)).toBe(1)
  await end()
  await limit({ in: 0, out: 2 })
  expect(await hold('vm', address.peer, 3)).toBe(2)
  await end()
  const { held } = kernel.rulesOf({ firewall_rules: [], anti_spoofing: null, connections: { in: 0, out: 2 } })
  await load([...sharedRules, ...removal(held, new Set())])
  expect(await inGuest(`${kernel.nft} list table bridge datahall`)).not.toContain(tap)
  expect(await hold('vm', address.peer, 4)).toBe(4)
})
