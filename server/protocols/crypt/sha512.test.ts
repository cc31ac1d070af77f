import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { sha512Crypt } from './sha512.ts'

it.each(['a', 'pass word', 'ключ', "it's $HOME `id`", 'x'.repeat(63), 'x'.repeat(64), 'x'.repeat(65), 'y'.repeat(200)])(
  'openssl makes the same of %j',
  (password) => {
    const salt = 'abcdefghijklmnop'
    const openssl = execFileSync('openssl', ['passwd', '-6', '-salt', salt, '-stdin'], { input: `${password}\n` })
    expect(sha512Crypt(password, salt)).toBe(openssl.toString().trim())
  },
)

it('has another salt each time', () => {
  const [one, other] = [sha512Crypt('same'), sha512Crypt('same')]
  expect(one).toMatch(/^\$6\$[./0-9A-Za-z]{16}\$[./0-9A-Za-z]{86}$/)
  expect(one).not.toBe(other)
})
