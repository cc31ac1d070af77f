import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkPublicKey } from '../../../domain/ssh-key/openssh.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))

const made = new Map<string, string>()

function generate(type: string, bits?: number): string {
  const known = made.get(`${type}-${bits}`)
  if (known) return known
  const file = path.join(folder, `${type}-${bits ?? ''}`)
  const size = bits ? ['-b', String(bits)] : []
  execFileSync('ssh-keygen', ['-q', '-t', type, ...size, '-N', '', '-C', 'ann at home', '-f', file])
  const line = readFileSync(`${file}.pub`, 'utf8')
  made.set(`${type}-${bits}`, line)
  return line
}

describe('a public key of OpenSSH', () => {
  let ed25519 = ''
  beforeAll(() => {
    ed25519 = generate('ed25519')
  })

  it.each([
    ['ed25519', undefined],
    ['rsa', 2048],
    ['ecdsa', 256],
    ['ecdsa', 384],
    ['ecdsa', 521],
  ])('of type %s %s is taken as it is', (type, bits) => {
    const line = generate(type, bits)
    expect(checkPublicKey(line)).toEqual({ ok: true, key: line.trim() })
  })

  it('is taken without a comment and with more spaces', () => {
    const [type, body] = ed25519.split(' ')
    expect(checkPublicKey(`  ${type}   ${body}\n`)).toEqual({ ok: true, key: `${type} ${body}` })
  })

  it('is refused with too few bits', () => {
    const verdict = checkPublicKey(generate('rsa', 1024))
    expect(verdict.ok || String(verdict.reason)).toContain('1024')
  })

  it('is refused with options, a second line, another type, something missing or something more', () => {
    const [type = '', body = ''] = ed25519.split(' ')
    for (const bad of [
      '',
      'hello',
      `command="rm -rf /" ${ed25519}`,
      `no-pty ${ed25519}`,
      `${ed25519}${ed25519}`,
      `${type} ${body} x\ncommand="x" ${type} ${body}`,
      `${type} ${body} x\u0000`,
      `ssh-rsa ${body}`,
      `ssh-dss ${body}`,
      `__proto__ ${body}`,
      type,
      `${type} ${body.slice(0, -8)}`,
      `${type} ${Buffer.concat([Buffer.from(body, 'base64'), Buffer.alloc(4)]).toString('base64')}`,
      `${type} ${body.replace('A', '*')}`,
      `${type} ${'A'.repeat(9000)}`,
      readFileSync(path.join(folder, 'ed25519-'), 'utf8'),
    ])
      expect([bad, checkPublicKey(bad).ok]).toEqual([bad, false])
  })

  it('never makes it throw, however it is mutilated (10 000 tries)', () => {
    const [type = '', body = ''] = ed25519.split(' ')
    const bytes = [...Buffer.from(body, 'base64')]
    fc.assert(
      fc.property(
        fc.nat(bytes.length - 1),
        fc.integer({ min: 0, max: 255 }),
        fc.nat(bytes.length),
        (at, value, end) => {
          const changed = bytes.with(at, value).slice(0, end)
          const verdict = checkPublicKey(`${type} ${Buffer.from(changed).toString('base64')}`)
          // Any 32 bytes are a key; whatever stands before them has to be exact.
          if (verdict.ok) expect([end, at >= bytes.length - 32 || value === bytes[at]]).toEqual([bytes.length, true])
        },
      ),
      { numRuns: 10_000 },
    )
  })
})
