import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { controllerSetup } from '../domain/operation/controller.ts'

const agent = path.join(import.meta.dirname, 'agent')
const PASSWORD = 'Abcdefghij0123456789'
let state: string
beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'controller-'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

type User = { name: string; enabled?: boolean }
type Controller = {
  users?: Record<number, User>
  /** Requests that are refused, by how they begin. */
  refuses?: readonly string[]
  suites?: string
  levels?: string
  lan?: number
}

/** What `ipmitool` answers, in its own columns; each request is noted. */
const script = `set -eu
for part in base disks controller report job controller-setup; do . "$1/$part.sh"; done
progress() { :; }
sleep() { :; }
timeout() { shift; "$@"; }
ipmitool() {
  line="$*"
  [ "$1" != exec ] || line=$(cat "$2")
  printf '%s\\n' "$*" >> "$state/argv"
  printf '%s\\n' "$line" >> "$state/asked"
  while read -r refused; do
    case $line in "$refused"*) echo "$line: Invalid command" >&2; [ "$1" = exec ]; return ;; esac
  done < "$state/refuses"
  case $line in
    'user set password '*) echo 'Set User Password command successful (user 5)' ;;
    'user list '*) cat "$state/list" ;;
    'raw 0x06 0x44 '*) echo " 0f $(cat "$state/status.$5" 2> /dev/null || echo 02) 00 0f" ;;
    'channel info '*) echo '    Access Mode            : disabled' ;;
    'mc info') echo 'Firmware Revision         : 1.71' ;;
    'lan set 1 ipaddr '*) echo "$5" > "$state/at" ;;
    'lan print '*)
      [ "$3" = "$(cat "$state/channelOf")" ] || { echo "Channel $3 is not a LAN channel" >&2; return 1; }
      printf 'IP Address              : %s\\nSubnet Mask             : 255.255.255.0\\nMAC Address             : 52:54:00:00:00:05\\n' "$(cat "$state/at")"
      cat "$state/suites"
      ;;
  esac
}
mkdir -p "$state/facts"
set_up_controller
`

/** Sets up such a controller with the live system's own program. */
function setUp(
  { users = {}, refuses = [], suites = '3,17', levels = 'aaaaaaaaaaaaaaa', lan = 1 }: Controller,
  more: Record<string, string> = {},
) {
  const file = (name: string, text: string) => writeFileSync(path.join(state, name), text)
  mkdirSync(path.join(state, 'job'), { recursive: true })
  const job = { controller_user: 'datahall', controller_password: PASSWORD, ...more }
  for (const [name, value] of Object.entries(job)) file(`job/${name}.1`, value)
  const all: Record<number, User> = { 1: { name: '' }, ...users }
  const rows = [1, 2, 3, 4].map((slot) => {
    const { name = '', enabled = false } = all[slot] ?? {}
    if (enabled) file(`status.${slot}`, '42')
    return `${String(slot).padEnd(4)}${name.padEnd(17)}true    false      false      NO ACCESS\n`
  })
  file('list', `ID  Name             Callin  Link Auth  IPMI Msg   Channel Priv Limit\n${rows.join('')}`)
  file('refuses', refuses.map((one) => `${one}\n`).join(''))
  file('suites', `RMCP+ Cipher Suites     : ${suites}\nCipher Suite Priv Max   : ${levels}\n`)
  file('at', '192.0.2.9')
  file('channelOf', String(lan))
  const env = {
    PATH: process.env.PATH,
    DATAHALL_STATE: state,
    DATAHALL_CONSOLE: '/dev/null',
    DATAHALL_HERE: agent,
    DATAHALL_IPMI: '/dev/null',
  }
  const run = spawnSync('sh', ['-c', script, 'sh', agent], { env: env as unknown as NodeJS.ProcessEnv, cwd: state })
  const read = (name: string) => readFileSync(path.join(state, name), 'utf8')
  const facts = JSON.parse(read('facts/controller'))
  return {
    ok: run.status === 0,
    reason: run.status === 0 ? '' : read('reason'),
    facts: controllerSetup.parse(facts),
    asked: read('asked').trim().split('\n'),
    argv: read('argv'),
  }
}

describe('a controller from inside', () => {
  it('gets the user in the first free slot, on the channel that leads to a network', () => {
    const { ok, facts, asked, argv, reason } = setUp({
      users: { 2: { name: 'ADMIN', enabled: true }, 3: { name: '', enabled: true } },
      lan: 8,
    })
    expect(reason).toBe('')
    expect([ok, facts.slot, facts.channel]).toEqual([true, 4, 8])
    expect(facts.now).toEqual({ address: '192.0.2.9', mac: '52:54:00:00:00:05', firmware: '1.71' })
    expect(facts.steps.map(({ step, ok: done }) => `${step} ${done}`)).toEqual(
      ['name', 'password', 'access', 'enable', 'console', 'lan'].map((step) => `${step} true`),
    )
    expect(asked.filter((line) => / set | setaccess | enable /.test(line)).join('\n')).not.toMatch(
      /(name|password|8|enable) [1-3]\b/,
    )
    // In no list of arguments, no report and no file that stays.
    expect(argv).not.toContain(PASSWORD.slice(0, 16))
    const left = readdirSync(state).filter((name) => !['job', 'asked', 'facts'].includes(name))
    for (const name of [...left, 'facts/controller'])
      expect(readFileSync(path.join(state, name), 'utf8'), name).not.toContain(PASSWORD.slice(0, 16))
  })

  it('takes the slot of its own user again, and gives it no name anew', () => {
    const { facts, asked } = setUp({
      users: { 2: { name: 'ADMIN', enabled: true }, 4: { name: 'datahall', enabled: true } },
    })
    expect(facts.slot).toBe(4)
    expect(asked.some((line) => line.startsWith('user set name'))).toBe(false)
  })

  it.each(['datahall2', 'Datahall', 'x datahall', '*', '$(id)'])('leaves the user %j alone', (name) => {
    const { facts } = setUp({ users: { 2: { name, enabled: false } } })
    expect(facts.slot).toBe(3)
  })

  it('says that no slot is free, and changes nothing', () => {
    const users = { 2: { name: 'a' }, 3: { name: 'b' }, 4: { name: '', enabled: true } }
    const { ok, reason, facts, asked } = setUp({ users })
    expect([ok, reason]).toEqual([false, 'the controller was not set up: it has no free slot for a user'])
    expect([facts.slot, facts.steps]).toEqual([null, []])
    expect(asked.filter((line) => line.includes(' set'))).toEqual([])
  })

  it('gives 16 characters where 20 are refused', () => {
    const { ok, asked } = setUp({ refuses: [`user set password 2 ${PASSWORD} 20`] })
    expect(ok).toBe(true)
    expect(asked).toContain(`user set password 2 ${PASSWORD.slice(0, 16)} 16`)
  })

  it.each([
    ['user set name', 'name'],
    ['user set password', 'password'],
    ['channel setaccess', 'access'],
    ['user enable', 'enable'],
    ['lan set 1 access', 'lan'],
  ])('ends with its words when it refuses %j, without the password', (request, step) => {
    const { ok, reason, facts } = setUp({ refuses: [request] })
    expect(ok).toBe(false)
    expect(reason).toMatch(new RegExp(`^the controller was not set up: it refused \\(${step}\\):`))
    expect(reason).not.toContain(PASSWORD.slice(0, 16))
    expect(facts.steps.at(-1)).toMatchObject({ step, ok: false })
  })

  it('lets administrators use suites 3 and 17 where it has them, and touches no others', () => {
    const { asked } = setUp({ suites: '0,1,3,17', levels: 'XXXXXXXXXXXXXXX' })
    expect(asked).toContain('lan set 1 cipher_privs XXaaXXXXXXXXXXX')
    expect(setUp({ levels: 'Not Available' }).asked.some((line) => line.startsWith('lan set 1 cipher_privs N'))).toBe(
      false,
    )
  })

  it('gets the address that the panel has for it, once', () => {
    const place = {
      controller_address: '10.0.0.5',
      controller_netmask: '255.255.255.0',
      controller_gateway: '10.0.0.1',
    }
    const { ok, facts, asked } = setUp({}, place)
    expect([ok, facts.now?.address]).toEqual([true, '10.0.0.5'])
    expect(asked.filter((line) => /^lan set 1 (ipsrc|ipaddr|netmask|defgw|vlan)/.test(line))).toEqual([
      'lan set 1 ipsrc static',
      'lan set 1 ipaddr 10.0.0.5',
      'lan set 1 netmask 255.255.255.0',
      'lan set 1 defgw ipaddr 10.0.0.1',
      'lan set 1 vlan id off',
    ])
    rmSync(path.join(state, 'asked'))
    expect(
      setUp({}, { ...place, controller_address: '192.0.2.9' }).asked.filter((line) => line.includes('ipsrc')),
    ).toEqual([])
  })
})
