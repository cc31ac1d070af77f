import { afterAll, expect, test } from 'vitest'
import type { FirewallRule } from '../../packet-types.ts'
import { parseCounters } from '../../packets/counters.ts'
import { parts } from '../../packets/names.ts'
import { removal, sharedRules } from '../../packets/rules.ts'
import * as kernel from './lab-kernel.ts'
import { brought, inGuest } from './lab-vm.ts'

const { address, address6, load, nft, perl, tap, within } = kernel
// Takes TCP connections and reads UDP, of both families, on the ports given; what it is sent it never answers.
const listener =
  'for $p (@ARGV) { for $t (1,2) { socket($s,10,$t,0) or die; bind($s,pack("SnNH32N",10,$p,0,"0"x32,0)) or die $!; listen($s,9) if $t==1; push @k,$s; undef $s } } print "ready\n"; close STDOUT; sleep 600'
// What becomes of a packet to a port: nothing within two seconds, a connection, or a refusal, and after how many hundredths of a second.
const tried =
  'sub now {open U,"/proc/uptime"; (split " ",<U>)[0]*100} $b=now; sub end {printf "%s %d\n",@_,now()-$b; exit} my($t,$a,$p)=@ARGV; $SIG{ALRM}=sub{end("silent")}; socket($s,length $a>8?10:2,$t,0) or die; alarm 2; $c=connect($s,length $a>8?pack("SnNH32N",10,$p,0,$a,0):pack("SnH8x8",2,$p,$a)); if($t==2){send($s,"x",0); $c=defined recv($s,$x,9,0)} end($c?"open":$!+0==111?"refused":$!)'
const TCP = 1
const UDP = 2

/** From a namespace of the guest, or from the guest itself. */
async function outcome(from: 'vm' | 'peer' | null, type: number, to: string, port: number): Promise<[string, number]> {
  const command = `${perl} -e '${tried}' ${type} ${to} ${port}`
  const said = await inGuest(from ? within(from, command) : command)
  const [what = '', hundredths] = said.split(' ')
  return [what, Number(hundredths)]
}
const filterOf = (firewall_rules: FirewallRule[]) => ({ firewall_rules, anti_spoofing: null })
const set = (list: FirewallRule[]) => kernel.set(filterOf(list))
const met = async () => {
  const chains = parts.map((part) => `${nft} list chain bridge datahall ${tap}.${part}`)
  return parseCounters(kernel.domain, await inGuest(chains.join('; '))).rules.map(({ packets }) => packets > 0)
}
const reject = (direction: 'in' | 'out', more: Partial<FirewallRule> = {}): FirewallRule => ({
  ...{ action: 'reject', direction, protocols: ['tcp', 'udp'], portstart: 8001, portend: 8001, ...more },
})

const modules = ['nf_reject_ipv4', 'nf_reject_ipv6', 'nft_reject', 'nft_reject_bridge']
const node = await kernel.nodeUp(modules, listener)
afterAll(() => node.down())

const ways = [
  ['in', 'peer', address.guest],
  ['in', 'peer', address6.guest],
  ['out', 'vm', address.peer],
  ['out', 'vm', address6.peer],
] as const

test('without a rule connections are taken, and nobody is told of anything', { timeout: 60_000 }, async () => {
  for (const [, from, to] of ways) {
    expect((await outcome(from, TCP, to, 8001))[0]).toBe('open')
    expect((await outcome(from, UDP, to, 8001))[0]).toBe('silent')
  }
})

test.each(ways)('%s: the sender %s is told at once, of %s', { timeout: 60_000 }, async (direction, from, to) => {
  await set([reject(direction)])
  for (const type of [TCP, UDP]) {
    const [what, hundredths] = await outcome(from, type, to, 8001)
    expect(what, String(type)).toBe('refused')
    expect(hundredths).toBeLessThan(100)
  }
  expect(await met()).toEqual([true])
  expect((await outcome(from, TCP, to, 8002))[0]).toBe('open')
  await set([reject(direction, { action: 'drop' })])
  expect((await outcome(from, TCP, to, 8001))[0]).toBe('silent')
})

test('the first that fits decides: what is let through or dropped before is not rejected', {
  timeout: 60_000,
}, async () => {
  const rest = reject('in', { protocols: ['any'] })
  const open = reject('in', { action: 'accept', protocols: ['tcp'], peers: ['10.77.0.1'] })
  await set([open, reject('in', { action: 'drop', protocols: ['udp'] }), rest])
  expect((await outcome('peer', TCP, address.guest, 8001))[0]).toBe('open')
  expect((await outcome('peer', UDP, address.guest, 8001))[0]).toBe('silent')
  expect((await outcome('peer', TCP, address6.guest, 8001))[0]).toBe('refused')
  expect((await outcome('peer', UDP, address6.guest, 8002))[0]).toBe('refused')
  expect(await met()).toEqual([true, true, true])
})

test('of many on the other side each is met, and none any more once it has left', { timeout: 60_000 }, async () => {
  const rest = reject('in')
  const open = (peers: string[]) => reject('in', { action: 'accept', peers })
  await set([open(['203.0.113.7', '10.77.0.0/30', '10.77.0.1', 'fd77::/64', '2001:db8::7']), rest])
  expect((await outcome('peer', TCP, address.guest, 8001))[0]).toBe('open')
  expect((await outcome('peer', TCP, address6.guest, 8001))[0]).toBe('open')
  await set([open(['203.0.113.7', '10.77.0.8/29', 'fd77::/64', '2001:db8::7']), rest])
  expect((await outcome('peer', TCP, address.guest, 8001))[0]).toBe('refused')
  expect((await outcome('peer', TCP, address6.guest, 8001))[0]).toBe('open')
  // None at all is not everyone.
  await set([open([]), rest])
  expect((await outcome('peer', TCP, address6.guest, 8001))[0]).toBe('refused')
})

test('what comes from the node itself is dropped', { timeout: 60_000 }, async () => {
  await set([reject('in')])
  await inGuest(`${brought('/bin/ip')} addr add 10.77.0.9/24 dev br0`)
  expect((await outcome(null, TCP, address.guest, 8001))[0]).toBe('silent')
  expect((await outcome(null, TCP, address.guest, 8002))[0]).toBe('open')
})

test('rules that are taken away leave no answer behind', { timeout: 60_000 }, async () => {
  const { held } = kernel.rulesOf(filterOf([reject('in')]))
  await load([...sharedRules, ...removal(held, new Set())])
  expect(await inGuest(`${nft} list table bridge datahall`)).not.toContain(tap)
  expect((await outcome('peer', TCP, address.guest, 8001))[0]).toBe('open')
})
