import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const agent = path.join(import.meta.dirname, 'agent')
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'own-network-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

// Programs that change the computer only note how they were called.
const script = `set -eu
. "$1/base.sh"
. "$1/job.sh"
. "$1/own-network.sh"
export PATH=/bin:/usr/bin
for name in ip modprobe killall; do eval "$name() { printf '%s\\n' \\"$name \\$*\\" >> '$2'; }"; done
keep_network
rm -rf "$state/job"
own_network eth1
`

/** Programs that a rescue system calls with this job, as lines. */
function called(job: Record<string, string[]>): string[] {
  const state = path.join(folder, 'state')
  mkdirSync(path.join(state, 'job'), { recursive: true })
  for (const [name, values] of Object.entries(job))
    for (const [at, value] of values.entries()) writeFileSync(path.join(state, 'job', `${name}.${at + 1}`), value)
  const calls = path.join(folder, 'calls')
  writeFileSync(calls, '')
  const env = { PATH: process.env.PATH, DATAHALL_STATE: state, DATAHALL_CONSOLE: '/dev/null' }
  const run = spawnSync('sh', ['-c', script, 'sh', agent, calls], { env: env as unknown as NodeJS.ProcessEnv })
  expect(run.status, run.stderr.toString()).toBe(0)
  return readFileSync(calls, 'utf8').split('\n').filter(Boolean)
}

it('a rescue system that stays where it is keeps its lease', () => {
  expect(called({ hostname: ['h'] })).toEqual([])
})

it('one that leaves the provisioning VLAN takes the addresses of the server', () => {
  const addresses = ['192.0.2.4/24', '2001:db8::4/64']
  expect(called({ address: addresses, gateway: ['192.0.2.1'], gateway6: ['2001:db8::1'] })).toEqual([
    'killall udhcpc',
    'ip addr flush dev eth1 scope global',
    'ip addr add 192.0.2.4/24 dev eth1',
    'ip addr add 2001:db8::4/64 dev eth1',
    'ip route replace default via 192.0.2.1 dev eth1',
    'ip -6 route replace default via 2001:db8::1 dev eth1',
  ])
})

it('with the tag that its port has for them', () => {
  expect(called({ address: ['192.0.2.4/24'], vlan: ['100'] }).slice(2)).toEqual([
    'modprobe -q 8021q',
    'ip link add link eth1 name eth1.100 type vlan id 100',
    'ip link set eth1.100 up',
    'ip addr add 192.0.2.4/24 dev eth1.100',
  ])
})
