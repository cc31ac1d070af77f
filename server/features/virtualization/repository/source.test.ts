import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { networkInterfaces, tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { repositoryCreate } from '../../../domain/repository/schema.ts'
import { panelSettings, setPanelSettings } from '../../../process/settings.ts'
import { soon } from '../../../shared/testing/soon.ts'
import { httpGet, mayHoldRepository, repositoryGuard } from './http.ts'
import { openImage, readIndex, readScripts } from './source.ts'

const image = {
  name: 'Debian',
  file: 'debian.qcow2',
  format: 'qcow2',
  sha256: '0'.repeat(64),
  size_bytes: 10,
  virtual_size_mib: 10,
  min_ram_mib: 64,
  min_disk_mib: 10,
  login_user: 'debian',
  os_group: 'linux',
}
const index = (images: object[]) => JSON.stringify({ version: 1, images })
const read = async (url: string, file: string, offset = 0) => {
  let text = ''
  for await (const chunk of await openImage(url, file, offset, soon())) text += chunk
  return text
}

let folder: string
let home: string
let server: Server
let address: string
const asked: string[] = []

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'repository-'))
  home = path.join(folder, 'images')
  mkdirSync(path.join(home, 'sub'), { recursive: true })
  writeFileSync(path.join(folder, 'secret'), 'secret')
  writeFileSync(path.join(home, 'index.json'), index([image]))
  writeFileSync(path.join(home, 'debian.qcow2'), '0123456789')
  symlinkSync('debian.qcow2', path.join(home, 'latest'))
  symlinkSync('../secret', path.join(home, 'out'))
  symlinkSync('/etc', path.join(home, 'etc'))
  execFileSync('mkfifo', [path.join(home, 'pipe')])
  server = createServer((request, response) => {
    asked.push(request.url ?? '')
    const moved = /^\/moved(\d+)\/index.json$/.exec(request.url ?? '')
    if (moved) response.writeHead(Number(moved[1]), { location: `${address}/index.json` }).end()
    else if (request.url === '/endless/index.json') {
      response.write('[')
      const more = () => {
        while (response.write(' '.repeat(64 * 1024)));
        if (!response.destroyed) response.once('drain', more)
      }
      more()
    } else if (request.url === '/debian.qcow2')
      response.end('0123456789') // knows no ranges
    else response.end(index([image]))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true })
})

describe('a directory', () => {
  it('is read by its path and as file:', async () => {
    for (const url of [home, `${home}/`, pathToFileURL(home).href])
      expect((await readIndex(url, soon())).images).toHaveLength(1)
    expect(await read(home, 'debian.qcow2', 4)).toBe('456789')
    expect(await read(home, 'latest')).toBe('0123456789')
  })

  it.each(['out', 'etc/passwd', 'sub', 'pipe', 'absent'])('gives nothing but its own plain files: %s', async (file) => {
    await expect(openImage(home, file, 0, soon())).rejects.toMatchObject({ code: 'device_unreachable' })
  })
})

describe('an HTTP address', () => {
  // The server of this test is on loopback.
  beforeEach(() => {
    repositoryGuard.may = () => true
    return () => {
      repositoryGuard.may = mayHoldRepository
    }
  })

  it('is read, from an offset also where the server knows no ranges', async () => {
    expect((await readIndex(address, soon())).images).toHaveLength(1)
    expect(await read(address, 'debian.qcow2', 4)).toBe('456789')
  })

  it('does not lead elsewhere, nor go on for ever', async () => {
    for (const status of [301, 302, 303, 307, 308])
      await expect(readIndex(`${address}/moved${status}`, soon())).rejects.toThrow('redirects are not followed')
    expect(asked.filter((one) => one === '/index.json')).toHaveLength(1)
    await expect(readIndex(`${address}/endless`, soon())).rejects.toThrow('over 4096 KiB')
  })
})

describe('an address that leads back to the panel or to services of its host', () => {
  const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map((one) => one.address.split('%')[0]))

  it.each([
    // Loopback, and IPv4 wrapped in IPv6.
    ...['127.0.0.1', '127.0.0.53', '127.255.255.254', '::1', '::ffff:127.0.0.1', '::ffff:7f00:1', '::127.0.0.1'],
    ...['64:ff9b::7f00:1', '64:ff9b:1::7f00:1', '::ffff:0:127.0.0.1', '2002:7f00:1::1', '2002:a9fe:a9fe::1'],
    // Link-local, and metadata services of clouds.
    ...['169.254.169.254', '169.254.0.1', '169.254.170.2', '::ffff:169.254.169.254', '64:ff9b::a9fe:a9fe', 'fe80::1'],
    ...['fd00:ec2::254', '100.100.100.200', '168.63.129.16', '::ffff:100.100.100.200', '64:ff9b::a83f:8110'],
    // No host at all.
    ...['0.0.0.0', '0.0.0.1', '::', '224.0.0.1', '239.255.255.250', 'ff02::1', 'ff05::1', '255.255.255.255'],
    ...['2001:0:4136:e378:8000:63bf:3fff:fdd2', '100::1', 'no address', '', '127.0.0.1:80', '[::1]'],
    ...own,
  ])('holds no repository: %s', (one) => expect(mayHoldRepository(one as string)).toBe(false))

  it.each([
    ...['127.0.0.1', '127.1', '127.0.1', '2130706433', '0x7f000001', '0x7f.1', '0177.0.0.1', '017700000001', '0'],
    ...['[::1]', '[::ffff:127.0.0.1]', '[0:0:0:0:0:0:0:1]', '[::127.0.0.1]', '[64:ff9b::7f00:1]', 'localhost'],
    ...['LOCALHOST', '127.0.0.1.', '１２７.0.0.1', '%31%32%37.0.0.1', '127。0。0。1', '0.0.0.0', '[::]'],
    ...['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '[::ffff:a9fe:a9fe]', '[fe80::1]'],
    ...own.map((one) => (one?.includes(':') ? `[${one}]` : one)),
  ])('is not asked however it is written: %s', async (host) => {
    const from = asked.length
    const { port } = new URL(address)
    await expect(readIndex(`http://${host}:${port}/latest`, soon())).rejects.toThrow('no place for a repository')
    expect(asked.length).toBe(from)
  })

  it('is not asked by a name that leads there, also when only one of several answers or a later one does', async () => {
    const { port } = new URL(address)
    const get = (answers: string[][]) => {
      let n = 0
      const resolve = (_host: string, done: (fault: null, found: { address: string; family: number }[]) => void) =>
        done(
          null,
          (answers[Math.min(n++, answers.length - 1)] ?? []).map((one) => ({ address: one, family: 4 })),
        )
      const asking = httpGet(`http://images.example:${port}/index.json`, AbortSignal.timeout(300), {}, resolve)
      return asking.then(
        () => 'answered',
        (fault: Error) => `${n}: ${fault.message}`,
      )
    }
    const from = asked.length
    for (const first of [['127.0.0.1'], ['192.0.2.1', '127.0.0.1'], ['169.254.169.254', '192.0.2.1'], []])
      expect(await get([first])).toMatch(/^1: .*no place for a repository/)
    // Asked once: an answer that changes after the check is never seen.
    expect(await get([['192.0.2.1'], ['127.0.0.1']])).toMatch(/^1: /)
    expect(asked.length).toBe(from)
  })

  it('is not asked by the name under which people reach the panel', async () => {
    const before = panelSettings()
    setPanelSettings({ ...before, publicUrl: 'https://Panel.example', proxyHost: 'consoles.example' })
    try {
      for (const host of ['panel.example', 'PANEL.example.', 'consoles.example'])
        await expect(readIndex(`http://${host}/x`, soon())).rejects.toThrow('no place for a repository')
    } finally {
      setPanelSettings(before)
    }
  })

  it.each(['10.1.2.3', '172.16.0.1', '192.168.1.1', '192.0.2.1', '2001:db8::1', 'fd12::1', '64:ff9b::c000:201'])(
    'is not any other, private ones included: %s',
    (one) => expect(mayHoldRepository(one)).toBe(true),
  )
})

describe('an index', () => {
  it.each([
    { ...image, file: '../secret' },
    { ...image, file: '/etc/passwd' },
    { ...image, file: 'a/../../secret' },
    { ...image, file: '.hidden' },
    { ...image, file: 'a//b' },
    { ...image, file: 'a%2f..' },
    { ...image, file: 'http://elsewhere/x' },
    { ...image, file: '-o' },
    { ...image, format: 'vmdk' },
    { ...image, virtual_size_mib: 2 ** 40 },
    { ...image, min_ram_mib: 1e300 },
    { ...image, size_bytes: 2 ** 60 },
    { ...image, login_user: 'root\nALL' },
    { ...image, login_user: '$(x)' },
    { ...image, name: 'a\u0000b' },
    { ...image, name: 'half \ud800' },
    { ...image, name: '' },
    { ...image, os_group: 'x\ny' },
    { ...image, tags: ['x\u0007'] },
    { ...image, sha256: 'Z'.repeat(64) },
  ])('that is hostile is refused: %j', async (one) => {
    writeFileSync(path.join(home, 'sub/index.json'), index([one]))
    await expect(readIndex(path.join(home, 'sub'), soon())).rejects.toMatchObject({ code: 'device_unreachable' })
  })

  it.each(['', 'null', '[]', '{"version":2,"images":[]}', `${'['.repeat(100_000)}`, '{"__proto__":{},"version":1}'])(
    'that is none is refused',
    async (text) => {
      writeFileSync(path.join(home, 'sub/index.json'), text)
      await expect(readIndex(path.join(home, 'sub'), soon())).rejects.toMatchObject({ code: 'device_unreachable' })
    },
  )
})

describe('the scripts of an index', () => {
  const script = { name: 'Greet', script: 'echo hello', params: [{ name: 'WHO', required: true }] }
  const scripts = async (recipes: object[], text = '#!/bin/sh\necho "$WHO"\n') => {
    const at = path.join(home, 'sub')
    writeFileSync(path.join(at, 'greet.sh'), text)
    writeFileSync(path.join(at, 'index.json'), JSON.stringify({ version: 1, recipes }))
    const index = await readIndex(at, soon())
    expect(index.images).toEqual([])
    return readScripts(at, index.recipes ?? [], soon())
  }

  it('are read with their texts, which stand in it or in files', async () => {
    const { script: _, ...rest } = script
    expect(await scripts([script, { ...rest, name: 'Other', file: 'greet.sh', later: 1 }])).toEqual([
      script,
      { ...rest, name: 'Other', script: '#!/bin/sh\necho "$WHO"\n' },
    ])
  })

  it.each([
    ['neither text nor file', [{ name: 'x' }], /script or file/],
    ['both', [{ ...script, file: 'greet.sh' }], /script or file/],
    ['a file elsewhere', [{ name: 'x', file: '../index.json' }], /below the directory/],
    ['a file that is not there', [{ name: 'x', file: 'absent.sh' }], /there is no/],
    ['a name twice', [script, script], /names Greet twice/],
    ['a name of the shell for a value', [{ ...script, params: [{ name: 'LD_PRELOAD' }] }], /letters, digits/],
    ['too many', Array.from({ length: 201 }, (_, n) => ({ ...script, name: `${n}` })), /index.json/],
  ])('are refused with %s', async (_, recipes, words) => {
    await expect(scripts(recipes)).rejects.toThrow(words)
  })

  it('are refused when one is too long, or no text', async () => {
    const file = [{ name: 'x', file: 'greet.sh' }]
    await expect(scripts(file, 'x'.repeat(300 * 1024))).rejects.toThrow(/over 256 KiB/)
    await expect(scripts(file, 'x'.repeat(100 * 1024))).rejects.toThrow(/the script x: at most 65536/)
    await expect(scripts(file, 'a\0b')).rejects.toThrow(/null characters/)
    const many = Array.from({ length: 200 }, (_, n) => ({ name: `${n}`, file: 'greet.sh' }))
    await expect(scripts(many, 'x'.repeat(60 * 1024))).rejects.toThrow(/over 4 MiB together/)
  })
})

it.each([
  'gopher://127.0.0.1/x',
  'dict://127.0.0.1:11211/stats',
  'ldap://127.0.0.1/x',
  'data:application/json,{}',
  'ws://127.0.0.1/x',
  'unix:/run/docker.sock',
  'ftp://x/y',
  'images',
  'http://',
  'http://a b/',
  'http://user:secret@images.example/',
  'file://elsewhere/srv',
  'file:///srv/a%2fb',
  'https:/x',
  'javascript:alert(1)',
  '/srv\n/x',
  `/${'x'.repeat(2000)}`,
])('is no place of a repository: %s', (url) =>
  expect(repositoryCreate.safeParse({ name: 'x', url }).success).toBe(false),
)
