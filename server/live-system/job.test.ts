import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const agent = path.join(import.meta.dirname, 'agent')
let state: string
beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'job-'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

const script = `set -eu
. "$1/base.sh"
. "$1/job.sh"
read_job "$2/text" "$2/job"
`

/** Reads a job with the live system's own program; answers its values by name, or the reason why it was not taken. */
function read(text: string): Record<string, string[]> | string {
  writeFileSync(path.join(state, 'text'), text)
  const env = { PATH: process.env.PATH, DATAHALL_STATE: state, DATAHALL_HERE: agent, DATAHALL_CONSOLE: '/dev/null' }
  const run = spawnSync('sh', ['-c', script, 'sh', agent, state], {
    env: env as unknown as NodeJS.ProcessEnv,
    cwd: state,
  })
  if (run.status !== 0) {
    expect(existsSync(path.join(state, 'reason')), run.stderr.toString()).toBe(true)
    return readFileSync(path.join(state, 'reason'), 'utf8')
  }
  const values: Record<string, string[]> = {}
  for (const file of readdirSync(path.join(state, 'job')).sort()) {
    const name = file.replace(/\.\d+$/, '')
    values[name] = [...(values[name] ?? []), readFileSync(path.join(state, 'job', file), 'utf8')]
  }
  return values
}

const line = (name: string, value: string) => `${name} ${Buffer.from(value).toString('base64')}\n`

describe('a job', () => {
  it('is read value by value, several of a name in their order', () => {
    const text =
      line('mode', 'install') +
      line('disk', 'WD-1') +
      line('disk', '0x5000c500a1b2c3d4') +
      line('address', '192.0.2.4/24') +
      line('address', '2001:db8::4/64') +
      line('password_hash', '$6$rounds=5000$salt$abc./XYZ') +
      line('hostname', 'web-1.example.org')
    expect(read(text)).toEqual({
      mode: ['install'],
      disk: ['WD-1', '0x5000c500a1b2c3d4'],
      address: ['192.0.2.4/24', '2001:db8::4/64'],
      password_hash: ['$6$rounds=5000$salt$abc./XYZ'],
      hostname: ['web-1.example.org'],
    })
  })

  it('takes the last line without an end, and leaves out what is empty', () => {
    expect(read(`${line('serial', '')}${line('mode', 'diag').trimEnd()}`)).toEqual({ mode: ['diag'] })
  })

  const hostile = [
    '$(touch sentinel)',
    '`touch sentinel`',
    '"; touch sentinel; "',
    "'; touch sentinel; '",
    '*',
    '-rf',
    '../../etc/passwd',
    '\\n\\t%s%n',
    '$HOME',
    'Ünïcödé 雪',
  ]
  it.each(hostile)('keeps %j as it is, in serial numbers and keys', (value) => {
    const taken = read(line('serial', value) + line('disk', value) + line('ssh_key', `ssh-ed25519 AAAA ${value}`))
    expect(taken).toEqual({ serial: [value], disk: [value], ssh_key: [`ssh-ed25519 AAAA ${value}`] })
    expect(readdirSync(state).sort()).toEqual(['job', 'text'])
  })

  it.each(hostile)('takes %j for no name, address, image, hash or mode', (value) => {
    for (const name of ['hostname', 'address', 'gateway', 'nameserver', 'mac', 'vlan', 'image', 'image_sha256', 'mode'])
      expect(read(line(name, value)), name).toBe(`the job's ${name} has a form that is not allowed`)
    expect(existsSync(path.join(state, 'sentinel'))).toBe(false)
  })

  it('takes the files and arguments of an installer', () => {
    const args =
      'console=ttyS0,115200 BOOTIF=01-52-54-00-00-00-01 ds=nocloud-net;s=http://10.0.2.2/boot/answer/x-_9/ a=[b](c)'
    expect(read(line('kernel', 'http://10.0.2.2/a/k') + line('kernel_args', args))).toEqual({
      kernel: ['http://10.0.2.2/a/k'],
      kernel_args: [args],
    })
  })

  it.each(['$', '`', '"', "'", '\\', '{', '<', '>', '#'])('takes no arguments with %j', (sign) =>
    expect(read(line('kernel_args', `a=${sign}b`))).toMatch(/kernel_args has a form/),
  )

  it.each(['a\nb', 'a\n', '\n', 'a\rb', 'a\0b', 'a\tb', '\x1b[31m'])('refuses %j: control characters', (value) => {
    for (const name of ['serial', 'disk', 'ssh_key', 'hostname', 'password_hash'])
      expect(read(line(name, value)), name).toBe(`the job's ${name} has control characters`)
  })

  it.each([
    ['a name it does not know', line('erase_everything', 'yes'), /does not know/],
    ['a name that is a path', line('../../etc/shadow', 'x'), /does not know/],
    ['a name that is a command', line('$(id)', 'x'), /does not know/],
    ['a second mode', line('mode', 'diag') + line('mode', 'wipe'), /more than one mode/],
    ['what is no base64', 'serial $(id)\n', /not readable/],
    ['more than two words', 'serial YWJj YWJj\n', /not readable/],
    ['a hash that would end its field', line('password_hash', '$6$salt$abc:0:0'), /has a form/],
    ['a cut value', 'serial YWJ\n', /not readable/],
    ['what is no UTF-8', `serial ${Buffer.from([0x61, 0xff, 0x62]).toString('base64')}\n`, /not readable/],
    ['a serial number of 3 kB', line('serial', 'x'.repeat(3000)), /too long/],
    ['a job of 201 lines', line('disk', 'x').repeat(201), /not readable/],
    ['a job of more than 1 MiB', line('ssh_key', 'x'.repeat(800_000)), /too long/],
  ])('refuses %s', (_, text, reason) => expect(read(text)).toMatch(reason))
})
