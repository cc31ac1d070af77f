import { describe, expect, it } from 'vitest'
import { whyNoController } from './address.ts'
import { rewriteLocation } from './location.ts'

const own = {
  loopback: false,
  ports: (port: number) => port === 3000 || (port >= 42000 && port < 42200),
  addresses: ['192.0.2.77', '2001:db8::77'],
}
const why = (address: string, port = 443, more: Partial<typeof own> = {}) =>
  whyNoController(address, port, { ...own, ...more })

describe('the address of a controller', () => {
  it.each([
    ['127.0.0.1'],
    ['127.1.2.3'],
    ['127.255.255.254'],
    ['0.0.0.0'],
    ['0.1.2.3'],
    ['169.254.169.254'],
    ['169.254.0.1'],
    ['168.63.129.16'],
    ['100.100.100.200'],
    ['192.0.0.192'],
    ['224.0.0.1'],
    ['239.255.255.250'],
    ['255.255.255.255'],
    ['240.0.0.1'],
    ['192.0.2.77'],
    ['2001:db8::77'],
    ['2001:0db8:0:0:0:0:0:77'],
    ['::ffff:192.0.2.77'],
    ['::1'],
    ['0:0:0:0:0:0:0:1'],
    ['::'],
    ['::ffff:127.0.0.1'],
    ['::ffff:7f00:1'],
    ['::ffff:169.254.169.254'],
    ['::127.0.0.1'],
    ['::ffff:0:127.0.0.1'],
    ['64:ff9b::7f00:1'],
    ['64:ff9b::a9fe:a9fe'],
    ['2002:7f00:1::'],
    ['2001:0:4136:e378:8000:63bf:3fff:fdd2'],
    ['fe80::1'],
    ['fe80::1%eth0'],
    ['ff02::1'],
    ['fd00:ec2::254'],
    ['2130706433'],
    ['0x7f000001'],
    ['0x7f.0.0.1'],
    ['017700000001'],
    ['0177.0.0.1'],
    ['010.0.0.1'],
    ['127.1'],
    ['10.1'],
    ['10.0.0.1/32'],
    ['10.0.0.0/8'],
    ['10.0.0.1:443'],
    ['10.0.0.1 '],
    ['10.0.0.1.'],
    ['10.0.0.1@127.0.0.1'],
    ['１２７.0.0.1'],
    ['localhost'],
    ['metadata.google.internal'],
    ['bmc.example.com'],
    ['[::1]'],
    ['file:///etc/passwd'],
    ['gopher://10.0.0.1'],
    [''],
  ])('%s is refused', (address) => {
    expect(why(address)).not.toBeNull()
  })

  it.each([[0], [65_536], [-1], [1.5], [Number.NaN]])('port %s is none', (port) => {
    expect(why('10.0.0.1', port)).not.toBeNull()
  })

  it.each([
    ['10.0.0.1'],
    ['172.16.5.4'],
    ['192.168.1.20'],
    ['198.51.100.9'],
    ['100.64.0.9'],
    ['2001:db8::9'],
    ['fd12::9'],
  ])('%s is one', (address) => {
    expect(why(address)).toBeNull()
  })

  it('may be local for simulated controllers, but never the panel', () => {
    expect(why('127.0.0.1', 8443, { loopback: true })).toBeNull()
    expect(why('::ffff:127.0.0.1', 8443, { loopback: true })).toBeNull()
    for (const port of [3000, 42000, 42199]) expect(why('127.0.0.1', port, { loopback: true })).not.toBeNull()
    expect(why('169.254.169.254', 80, { loopback: true })).not.toBeNull()
  })
})

describe('a redirect', () => {
  const place = { address: '10.0.0.5', port: 443, tls: true }
  const ours = 'https://panel.test:42000'
  const lead = (to: string) => rewriteLocation(to, '/a/b', place, ours)

  it.each([
    ['http://169.254.169.254/latest/meta-data'],
    ['http://127.0.0.1/'],
    ['https://127.0.0.1:3000/'],
    ['https://localhost/'],
    ['https://panel.test/'],
    ['https://panel.test:42001/'],
    ['//evil.example/'],
    ['///evil.example/'],
    ['\\\\evil.example\\'],
    ['/\\evil.example'],
    ['https:evil.example/x'.replace(':', '://')],
    ['http://10.0.0.5/'],
    ['https://10.0.0.5:8443/'],
    ['https://10.0.0.5:80/'],
    ['https://10.0.0.6/'],
    ['https://10.0.0.5.evil.example/'],
    ['https://10.0.0.5@evil.example/'],
    ['https://evil@10.0.0.5/'],
    ['https://[::ffff:10.0.0.5]/'],
    ['https://[::1]/'],
    ['https://0x7f000001/'],
    ['https://2130706433/'],
    ['https://017700000001/'],
    ['file:///etc/passwd'],
    ['gopher://10.0.0.5/'],
    ['ftp://10.0.0.5/'],
    ['javascript:alert(1)'],
    ['data:text/html,x'],
    ['ws://10.0.0.5/'],
    ['https://'],
    ['https://10.0.0.5:99999/'],
    [`/${'x'.repeat(9000)}`],
    ['\thttps://evil.example/'],
    ['https://evil.example\r\nset-cookie: ses6=1'],
  ])('to %s is not followed', (to) => {
    expect(lead(to)).toBeNull()
  })

  it.each([
    ['/login?a=1#b', '/login?a=1#b'],
    ['c', '/a/c'],
    ['https://10.0.0.5/x', '/x'],
    ['https://10.0.0.5:443/x', '/x'],
    ['https://167772165/x', '/x'],
    ['HTTPS://10.0.0.5/x', '/x'],
    ['https://10.0.0.5//evil.example/', '//evil.example/'],
    ['?q', '/a/b?q'],
  ])('to %s stays behind the port', (to, path) => {
    expect(lead(to)).toBe(ours + path)
  })
})
