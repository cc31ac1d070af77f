import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { must } from './run.ts'

const script = join(import.meta.dirname, 'tiny/root/usr/lib/tiny/flatten.awk')

async function flatten(text: string): Promise<Record<string, string>> {
  const out = await must(['busybox', 'awk', '-f', script], {
    input: text,
    env: { PATH: process.env.PATH, LC_ALL: 'C' },
  })
  const lines = out.split('\n').filter(Boolean)
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=')
      return [line.slice(0, at), line.slice(at + 1).replace(/\\(.)/g, (_, c) => (c === 'n' ? '\n' : c))]
    }),
  )
}

/** What the script should print for a value. */
function leaves(value: unknown, path = ''): [string, string][] {
  if (value === null) return [[path, '']]
  if (typeof value !== 'object') return [[path, String(value)]]
  return Object.entries(value).flatMap(([key, child]) => leaves(child, path === '' ? key : `${path}.${key}`))
}

test('a cloud-config as people write it', async () => {
  const text = `#cloud-config
# a comment
hostname: vm-one   # another
password: "Gue\\"st: #1 \\\\n'x"
chpasswd: {expire: false, users: [{name: root, password: 'it''s', type: text}]}
ssh_authorized_keys:
- ssh-ed25519 AAAA
  somebody@example.org
- 'ssh-rsa BBBB'
runcmd:
  - [echo, "a b", c]
  - echo d > /root/d
list: |
  root:one
  other:two
routes:
  - to: default
    via: 10.0.0.1
  -
    to: 10.1.0.0/16
`
  expect(await flatten(text)).toEqual({
    hostname: 'vm-one',
    password: 'Gue"st: #1 \\n\'x',
    'chpasswd.expire': 'false',
    'chpasswd.users.0.name': 'root',
    'chpasswd.users.0.password': "it's",
    'chpasswd.users.0.type': 'text',
    'ssh_authorized_keys.0': 'ssh-ed25519 AAAA somebody@example.org',
    'ssh_authorized_keys.1': 'ssh-rsa BBBB',
    'runcmd.0.0': 'echo',
    'runcmd.0.1': 'a b',
    'runcmd.0.2': 'c',
    'runcmd.1': 'echo d > /root/d',
    list: 'root:one\nother:two\n',
    'routes.0.to': 'default',
    'routes.0.via': '10.0.0.1',
    'routes.1.to': '10.1.0.0/16',
  })
})

const word = fc.stringMatching(/^[a-z][a-z0-9_]{0,11}$/)
const text = fc.oneof(
  word,
  fc.string({ maxLength: 40 }),
  fc
    .string({ unit: 'binary', maxLength: 20 })
    .filter((value) => !/[\0\r\u{85}\u{2028}\u{2029}\u{feff}]|\p{Cs}/u.test(value)),
  fc.array(word, { minLength: 10, maxLength: 30 }).map((words) => words.join(' ')),
  fc.array(fc.string({ maxLength: 12 }), { maxLength: 5 }).map((lines) => lines.join('\n')),
)
const leaf = fc.oneof(text, fc.boolean(), fc.integer())
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof({ maxDepth: 3 }, leaf, tie('list'), tie('map')),
  list: fc.array(tie('tree'), { minLength: 1, maxLength: 4 }),
  map: fc.dictionary(word, tie('tree'), { minKeys: 1, maxKeys: 4 }),
}))
const document = fc.dictionary(word, tree, { minKeys: 1, maxKeys: 4 })

test('whatever the yaml library writes, block style', async () => {
  await fc.assert(
    fc.asyncProperty(document, fc.constantFrom(2, 4), fc.constantFrom(0, 80), async (value, indent, lineWidth) => {
      const text = stringify(value, { indent, lineWidth })
      // The library itself reads texts of nothing but white space differently in places.
      expect(await flatten(text)).toEqual(Object.fromEntries(leaves(parse(text))))
    }),
    { numRuns: 300, seed: 20 },
  )
})

test('whatever is written as JSON', async () => {
  await fc.assert(
    fc.asyncProperty(document, fc.constantFrom(undefined, 2), async (value, space) => {
      const text = `#cloud-config\n${JSON.stringify(value, null, space)}\n`
      expect(await flatten(text)).toEqual(Object.fromEntries(leaves(value)))
    }),
    { numRuns: 200, seed: 20 },
  )
})
