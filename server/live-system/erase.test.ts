import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'

const agent = path.join(import.meta.dirname, 'agent')
let state: string
beforeEach(() => {
  state = mkdtempSync(path.join(tmpdir(), 'erase-'))
  mkdirSync(path.join(state, 'bin'))
})
afterEach(() => rmSync(state, { recursive: true, force: true }))

/** The end of what `hdparm -I` prints, as drives answer in each state of their security. */
const answer = (...lines: string[]) =>
  [
    '',
    '/dev/sda:',
    '',
    'ATA device, with non-removable media',
    '\tModel Number:       WDC WD4003FFBX',
    ...lines,
    '',
  ].join('\n')
const security = (enabled: boolean, locked: boolean, frozen: boolean) =>
  answer(
    'Security: ',
    '\tMaster password revision code = 65534',
    '\t\tsupported',
    ...[['enabled', enabled] as const, ['locked', locked] as const, ['frozen', frozen] as const].map(
      ([word, is]) => `${is ? '\t' : '\tnot'}\t${word}`,
    ),
    '\tnot\texpired: security count',
    '\t\tsupported: enhanced erase',
    '\t446min for SECURITY ERASE UNIT. 446min for ENHANCED SECURITY ERASE UNIT.',
    'Logical Unit WWN Device Identifier: 5000cca097d8f3f6',
  )
const FREE = security(false, false, false)

/** A drive that answers so, which takes the password `clear` alone when it has one. */
const hdparm = `#!/bin/sh
printf '%s\\n' "$*" >> "$STATE/asked"
case $* in
  -I*) cat "$STATE/answer" ;;
  *--security-unlock*) [ "$(cat "$STATE/password")" = "$4" ] ;;
  *--security-disable*) [ "$(cat "$STATE/password")" = "$4" ] && cp "$STATE/free" "$STATE/answer" ;;
esac
`
function methods(text: string, { password = '', frees = true } = {}) {
  const file = (name: string, content: string, mode = 0o644) => writeFileSync(path.join(state, name), content, { mode })
  file('answer', text)
  file('free', FREE)
  file('password', password)
  file('asked', '')
  file('bin/hdparm', hdparm, 0o755)
  const script = `for part in base disks erase; do . "$1/$part.sh"; done; PATH="$STATE/bin:$PATH"; line() { echo 0; }; [ $2 = no ] || free_ata sda; erase_methods sda`
  const env = {
    ...process.env,
    STATE: state,
    DATAHALL_STATE: state,
    DATAHALL_HERE: agent,
    DATAHALL_CONSOLE: '/dev/null',
  }
  const { stdout, stderr } = spawnSync('sh', ['-c', script, 'sh', agent, frees ? 'yes' : 'no'], {
    env,
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return {
    found: stdout.trim().split('\n').filter(Boolean),
    asked: readFileSync(path.join(state, 'asked'), 'utf8').trim().split('\n'),
  }
}

it.each<[string, string, string[]]>([
  ['free', FREE, ['ata_secure_erase']],
  ['frozen', security(false, false, true), []],
  ['enabled with the password of somebody', security(true, false, false), []],
  ['locked with the password of somebody', security(true, true, false), []],
  ['without the security feature', answer('Logical Unit WWN Device Identifier: 5000cca097d8f3f6'), []],
  ['silent', '', []],
])('a drive that is %s', (_, text, found) => expect(methods(text, { password: 'of somebody' }).found).toEqual(found))

it.each([
  ['locked', security(true, true, false), ['unlock', 'disable']],
  ['enabled', security(true, false, false), ['disable']],
])('a drive that an attempt before has left %s is freed first', (_, text, calls) => {
  const { found, asked } = methods(text, { password: 'clear' })
  expect(found).toEqual(['ata_secure_erase'])
  expect(asked.flatMap((one) => /--security-(\w+)/.exec(one)?.[1] ?? [])).toEqual(calls)
})

it('a report leaves the password of a drive as it is', () => {
  const { found, asked } = methods(security(true, true, false), { password: 'clear', frees: false })
  expect([found, asked]).toEqual([[], ['-I /dev/sda']])
})
