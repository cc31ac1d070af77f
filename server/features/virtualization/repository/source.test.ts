import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryCreate } from '../../../domain/repository/schema.ts'
import { mayHoldRepository } from './http.ts'
import { openImage, readIndex } from './source.ts'

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
const soon = () => AbortSignal.timeout(5000)
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
    if (request.url === '/moved/index.json') response.writeHead(302, { location: '/index.json' }).end()
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
  it('is read, from an offset also where the server knows no ranges', async () => {
    expect((await readIndex(address, soon())).images).toHaveLength(1)
    expect(await read(address, 'debian.qcow2', 4)).toBe('456789')
  })

  it('does not lead elsewhere, nor go on for ever', async () => {
    await expect(readIndex(`${address}/moved`, soon())).rejects.toThrow('redirects are not followed')
    expect(asked.filter((one) => one === '/index.json')).toHaveLength(1)
    await expect(readIndex(`${address}/endless`, soon())).rejects.toThrow('over 4 MiB')
  })

  it.each([
    '169.254.169.254',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '::',
    '224.0.0.1',
    'ff02::1',
    '255.255.255.255',
    'no address',
  ])('is none: %s', (one) => expect(mayHoldRepository(one)).toBe(false))

  it.each(['10.1.2.3', '192.0.2.1', '2001:db8::1', 'fd12::1', '127.0.0.1', '64:ff9b::c000:201'])('may be %s', (one) =>
    expect(mayHoldRepository(one)).toBe(true),
  )

  it.each(['169.254.169.254', '2852039166', '0xa9fea9fe', '0251.0376.0251.0376', '[::ffff:a9fe:a9fe]', '[fe80::1]'])(
    'is not asked however it is written: %s',
    async (host) => {
      const from = performance.now()
      await expect(readIndex(`http://${host}/latest`, soon())).rejects.toThrow('no place for a repository')
      expect(performance.now() - from).toBeLessThan(1000)
    },
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

it.each([
  'gopher://127.0.0.1/x',
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
