import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { hostileTexts } from '../../../protocols/ssh/hostile-texts.ts'
import type { DomainSpec } from '../domain-types.ts'
import { liveScreens } from './domain-reading.ts'
import { spiceXml, vncXml } from './domain-screens.ts'
import { domainXml, SPARE_PORTS } from './domain-xml.ts'

const spec: DomainSpec = {
  internal_name: 'vm_1',
  uuid: '0c0e7f52-1f53-4b5f-9a43-67e5be8d40c5',
  cpu_number: 2,
  ram_mib: 1024,
  accelerator: 'tcg',
  cpu_mode: 'default',
  cpu_custom_model: null,
  nesting: false,
  room: null,
  limits: {},
  disks: [{ path: '/vm/1.qcow2', format: 'qcow2', target_dev: 'vda', bus: 'virtio', boot_order: 1 }],
  cdrom: '/vm/1.iso',
  interfaces: [{ mac: '52:54:00:00:00:01', bridge: 'vmbr0', model: 'virtio', filter: null }],
  vnc_password: 'secret',
  spice: null,
  efi_boot: false,
  secure_boot: false,
}

type Tree = { [key: string]: Tree } & string
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  parseTagValue: false,
  trimValues: false,
})
const parsed = (more: Partial<DomainSpec> = {}): Tree => {
  const xml = domainXml({ ...spec, ...more })
  expect(XMLValidator.validate(xml)).toBe(true)
  return parser.parse(xml).domain
}

test('an emulated VM', () => {
  const domain = parsed()
  expect(domain).toMatchObject({
    '@type': 'qemu',
    name: 'vm_1',
    memory: { '@unit': 'MiB', '#text': '1024' },
    vcpu: { '#text': '2' },
    os: { type: { '@machine': 'pc', '#text': 'hvm' } },
    cpu: { '@mode': 'custom', model: { '#text': 'Nehalem' } },
    devices: {
      disk: [
        {
          '@device': 'disk',
          driver: { '@type': 'qcow2' },
          source: { '@file': '/vm/1.qcow2' },
          boot: { '@order': '1' },
        },
        { '@device': 'cdrom', driver: { '@type': 'raw' }, source: { '@file': '/vm/1.iso' }, target: { '@bus': 'ide' } },
        { '@device': 'cdrom', driver: { '@type': 'raw' }, target: { '@bus': 'ide', '@dev': 'hdc' } },
      ],
      graphics: { '@type': 'vnc', '@listen': '127.0.0.1', '@autoport': 'yes', '@passwd': 'secret' },
      channel: { target: { '@name': 'org.qemu.guest_agent.0' } },
    },
  })
  // Boot orders stand on devices or here, never both.
  expect(domain.os).not.toHaveProperty('boot')
  expect(parsed({ disks: [{ ...spec.disks[0]!, boot_order: null }] }).os).toHaveProperty('boot')
})

test('an accelerated VM sees the processor as configured', () => {
  const kvm = { accelerator: 'kvm' } as const
  expect(parsed(kvm)).toMatchObject({ '@type': 'kvm', cpu: { '@mode': 'host-passthrough' } })
  expect(parsed({ ...kvm, cpu_mode: 'host-model', nesting: true }).cpu).toEqual({ '@mode': 'host-model' })
  const custom = { cpu_mode: 'custom', cpu_custom_model: 'EPYC-Rome' } as const
  expect(parsed({ ...kvm, ...custom }).cpu).toMatchObject({ '@mode': 'custom', model: { '#text': 'EPYC-Rome' } })
  expect(() => domainXml({ ...spec, ...custom, cpu_custom_model: null })).toThrow(/CPU model/)
  expect(() => domainXml({ ...spec, ...custom, cpu_custom_model: '<x/>' })).toThrow(/CPU model/)
})

test('a guest runs guests of its own only when it may', () => {
  const features = (policy: string) => ['vmx', 'svm'].map((name) => ({ '@policy': policy, '@name': name }))
  const cpu = (more: Partial<DomainSpec>) => parsed({ accelerator: 'kvm', ...more }).cpu
  const custom = { cpu_mode: 'custom', cpu_custom_model: 'EPYC-Rome' } as const
  expect(cpu({})).toMatchObject({ '@mode': 'host-passthrough', feature: features('disable') })
  expect(cpu({ nesting: true })).not.toHaveProperty('feature')
  expect(cpu({ ...custom, nesting: true })).toMatchObject({ feature: features('optional') })
  expect(cpu({ ...custom })).toMatchObject({ feature: features('disable') })
  expect(parsed({ nesting: true }).cpu).not.toHaveProperty('feature')
})

test('what is not limited is not mentioned, but for the share of the processor', () => {
  const domain = parsed()
  expect(domain.cputune).toEqual({ shares: '1024' })
  expect(domain).not.toHaveProperty('blkiotune')
  const devices = domain.devices as unknown as { disk: Tree[]; interface: Tree }
  for (const disk of devices.disk) expect(disk).not.toHaveProperty('iotune')
  expect(devices.interface).not.toHaveProperty('bandwidth')
  expect(devices.interface).not.toHaveProperty('filterref')
})

test('weights and limits, in the units of libvirt', () => {
  const limits = {
    cpu_weight: 2000,
    io_weight: 500,
    io_read_mbitps: 80,
    io_write_iops: 300,
    net_in_mbitps: 100,
    net_out_mbitps: 10,
  }
  const second = { ...spec.disks[0]!, path: '/vm/2.qcow2', target_dev: 'vdb' }
  const domain = parsed({ limits, disks: [spec.disks[0]!, second] })
  expect(domain).toMatchObject({ cputune: { shares: '2000' }, blkiotune: { weight: '500' } })
  const devices = domain.devices as unknown as { disk: Tree[]; interface: Tree }
  // In bytes a second; one group, so that both disks share one limit.
  const iotune = { read_bytes_sec: '10000000', write_iops_sec: '300', group_name: 'vm_1' }
  expect(devices.disk.map((disk) => disk.iotune)).toEqual([iotune, iotune, undefined, undefined])
  // Those of the network are our own.
  expect(devices.interface).not.toHaveProperty('bandwidth')
  // Less than libvirt takes is the least it takes.
  expect(parsed({ limits: { cpu_weight: 1, io_weight: 1 } })).toMatchObject({
    cputune: { shares: '2' },
    blkiotune: { weight: '10' },
  })
})

test('the tap of an interface has a name of its own, known before the start; no filter is named', () => {
  const filter = { firewall_rules: [], anti_spoofing: { addresses: null } }
  const interfaces = [{ ...spec.interfaces[0]!, mac: '52:54:00:AB:00:01', filter }]
  const card = parsed({ interfaces }).devices?.interface
  expect(card?.target).toEqual({ '@dev': expect.stringMatching(/^dh[0-9a-z]{12}$/) })
  expect(card).not.toHaveProperty('filterref')
})

test('UEFI needs the newer chipset, which has no IDE', () => {
  const domain = parsed({ efi_boot: true })
  expect(domain.os).toMatchObject({
    '@firmware': 'efi',
    type: { '@machine': 'q35' },
    firmware: { feature: [{ '@name': 'secure-boot' }, {}] },
  })
  expect((domain.devices!.disk as unknown as Tree[])[1]).toMatchObject({ target: { '@bus': 'sata', '@dev': 'sdd' } })
})

test('an empty drive has no source, and no disk loses its name to it', () => {
  const ide = ['hda', 'hdb', 'hdd'].map((target_dev) => ({ ...spec.disks[0]!, bus: 'ide' as const, target_dev }))
  const disks = parsed({ cdrom: null, disks: ide }).devices?.disk as unknown as Tree[]
  const drive = disks.find((item) => item['@device'] === 'cdrom')
  expect(drive).not.toHaveProperty('source')
  expect(drive?.target?.['@dev']).toBe('hdc')
})

test('scsi disks get their controller', () => {
  const disks = [{ ...spec.disks[0]!, bus: 'scsi' as const, target_dev: 'sda' }]
  expect(parsed({ disks }).devices?.controller).toMatchObject({ '@model': 'virtio-scsi' })
  expect(parsed().devices).not.toHaveProperty('controller')
})

test('hostile names change nothing but the name', () => {
  const shape = (tree: unknown): unknown =>
    typeof tree === 'object' && tree !== null
      ? Object.fromEntries(Object.entries(tree).map(([key, value]) => [key, shape(value)]))
      : null
  const usual = shape(parsed())
  const markup = [
    '</name><devices/>',
    '<!--',
    ']]>',
    '&amp;',
    '&#10;',
    '"/><x a="',
    "' x='",
    '<![CDATA[',
    '<?php',
    '%x;',
    'true',
    ' a ',
  ]
  const words = [...hostileTexts('/tmp/x'), ...markup].filter((word) => word !== '')
  let refused = 0
  for (const word of words) {
    const path = `/vm/${word}`
    const bridge = word
    try {
      const domain = parsed({ internal_name: word, cdrom: path, interfaces: [{ ...spec.interfaces[0]!, bridge }] })
      expect(shape(domain)).toEqual(usual)
      expect(domain.name).toBe(word)
      const devices = domain.devices as unknown as { disk: Tree[]; interface: Tree }
      expect(devices.disk[1]?.source?.['@file']).toBe(path)
      expect(devices.interface.source?.['@bridge']).toBe(bridge)
    } catch (error) {
      // What XML or a path cannot carry is refused, never changed.
      expect(error).toMatchObject({ code: 'invalid_input' })
      expect(word).toMatch(/\p{Cc}|\/$|\/\.+(\/|$)|^\.+$/u)
      refused++
    }
  }
  expect(refused).toBeLessThan(words.length / 4)
})

test('what the guest writes to its serial port goes into a log, over starts', () => {
  const log = '<log file="/var/log/libvirt/qemu/vm_7.serial0.log" append="on"/>'
  const xml = domainXml({ ...spec, internal_name: 'vm_7' })
  expect(xml).toContain(`<serial type="pty">${log}<target port="0"/></serial>`)
  expect(xml).toContain(`<console type="pty">${log}<target type="serial" port="0"/></console>`)
})

test('a lone surrogate and control characters are refused', () => {
  for (const internal_name of ['a\ud800', 'a\u0000', 'a\nb', 'a\tb', 'a\uffff', '\u0085']) {
    expect(() => domainXml({ ...spec, internal_name }), JSON.stringify(internal_name)).toThrow(/Control characters/)
  }
})

test('a VNC password is what the protocol can use', () => {
  expect(vncXml('a<&>"\'b')).toContain('passwd="a&lt;&amp;&gt;&quot;&apos;b"')
  for (const password of ['', 'ninechars', 'a b', 'ä', 'a\n']) expect(() => vncXml(password)).toThrow(/VNC password/)
})

test('the ports of the screens, from what libvirt says', () => {
  const of = (graphics: string) => liveScreens(`<domain id='3'><name>x</name><devices>${graphics}</devices></domain>`)
  expect(of(`<graphics type='vnc' port='5903' autoport='yes'><listen/></graphics>`)).toEqual({ vnc: 5903, spice: null })
  const both = `<graphics type='spice' port='5900'><clipboard copypaste='no'/></graphics><graphics type='vnc' port='5901'/>`
  expect(of(both)).toEqual({ vnc: 5901, spice: { port: 5900, extras: false } })
  expect(of(`<graphics type='vnc' port='-1' autoport='yes'/>`)).toEqual({ vnc: null, spice: null })
  expect(of(`<graphics type='spice' port='5900'/>`)).toEqual({ vnc: null, spice: { port: 5900, extras: true } })
  for (const port of ['x', '0', '65536', '5900.5', '', '1e99'])
    for (const type of ['vnc', 'spice'])
      expect(of(`<graphics type='${type}' port='${port}'/>`)).toEqual({ vnc: null, spice: null })
  for (const text of ['', '<a/>']) expect(liveScreens(text)).toEqual({ vnc: null, spice: null })
})

test('SPICE beside VNC, on the loopback too, with the clipboard closed unless asked for', () => {
  const password = 'a-password-of-spice'
  const { devices } = parsed({ spice: { password, extras: false } })
  expect(devices?.graphics).toMatchObject([
    { '@type': 'vnc' },
    {
      ...{ '@type': 'spice', '@listen': '127.0.0.1', '@autoport': 'yes', '@passwd': password },
      ...{ clipboard: { '@copypaste': 'no' }, filetransfer: { '@enable': 'no' } },
    },
  ])
  expect(devices?.channel).toMatchObject([{}, { '@type': 'spicevmc', target: { '@name': 'com.redhat.spice.0' } }])
  expect(devices?.video).toMatchObject({ model: { '@type': 'qxl' } })
  expect(devices).not.toHaveProperty('sound')
  expect(parsed({ spice: { password, extras: true } }).devices).toMatchObject({
    graphics: [{}, { clipboard: { '@copypaste': 'yes' } }],
    sound: { '@model': 'ich6' },
  })
  for (const wrong of ['short-1', 'a'.repeat(61), 'with a space', 'größer-als-ascii'])
    expect(() => spiceXml({ password: wrong, extras: false })).toThrow(/SPICE password/)
})

test('UEFI guests have free ports for what is plugged in later, however much they have', () => {
  const ports = (more: Partial<DomainSpec>) =>
    (parsed({ efi_boot: true, ...more }).devices!.controller as unknown as Tree[]).filter(
      (one) => one['@model'] === 'pcie-root-port',
    ).length
  const one = ports({})
  expect(one).toBeGreaterThan(SPARE_PORTS)
  expect(ports({ interfaces: [spec.interfaces[0]!, { ...spec.interfaces[0]!, mac: '52:54:00:00:00:02' }] })).toBe(
    one + 1,
  )
  expect(parsed().devices).not.toHaveProperty('controller')
})

test('Secure Boot is what the firmware has by itself, and only where it is asked for', () => {
  const enabled = (domain: Tree) => (domain.os!.firmware!.feature as unknown as Tree[]).map((one) => one['@enabled'])
  const secure = parsed({ efi_boot: true, secure_boot: true })
  expect(enabled(secure)).toEqual(['yes', 'yes'])
  expect(secure).toMatchObject({ os: { loader: { '@secure': 'yes' } }, features: { smm: { '@state': 'on' } } })
  expect(enabled(parsed({ efi_boot: true }))).toEqual(['no', 'no'])
  expect(parsed({ efi_boot: true }).features).not.toHaveProperty('smm')
})

test('hostile XML is refused', () => {
  const lol = Array.from({ length: 9 }, (_, i) => `<!ENTITY l${i + 1} "${`&l${i};`.repeat(10)}">`).join('')
  const bomb = `<?xml version="1.0"?><!DOCTYPE d [<!ENTITY l0 "lol">${lol}]><domain>&l9;</domain>`
  const external = `<!doctype d [<!ENTITY x SYSTEM "file:///etc/passwd">]><domain><devices><graphics type='vnc' port='&x;'/></devices></domain>`
  const huge = `<domain a='${'x'.repeat(10 << 20)}'/>`
  const deep = '<a>'.repeat(100_000)
  for (const xml of [bomb, external, huge, deep]) {
    expect(() => liveScreens(xml)).toThrow(expect.objectContaining({ code: 'device_rejected' }))
  }
  // Names that JavaScript objects know of their own.
  const proto = `<domain><__proto__><devices><graphics type='vnc' port='5900'/></devices></__proto__></domain>`
  expect(() => liveScreens(proto)).toThrow(/cannot be read/)
  expect(Reflect.get({}, 'devices')).toBeUndefined()
})

test('starts from its medium before its disks when it is asked to, and never otherwise', () => {
  const path = '/os/install.iso'
  const orders = (more: Partial<DomainSpec>) => {
    const { os, devices } = parsed(more)
    const disks = devices?.disk as unknown as Tree[]
    return [os?.boot?.['@dev'], ...disks.map((one) => `${one.target?.['@dev']} ${one.boot?.['@order'] ?? '-'}`)]
  }
  const unordered = [
    { ...spec.disks[0]!, boot_order: null },
    { ...spec.disks[0]!, path: '/vm/2.qcow2', target_dev: 'vdb', boot_order: null },
  ]
  expect(orders({ medium: { path, boot: true } })).toEqual([undefined, 'vda 2', 'hdd -', 'hdc 1'])
  expect(orders({ medium: { path, boot: false } })).toEqual([undefined, 'vda 1', 'hdd -', 'hdc -'])
  expect(orders({ disks: unordered, medium: { path, boot: true } })).toEqual([
    undefined,
    'vda 2',
    'vdb -',
    'hdd -',
    'hdc 1',
  ])
  expect(orders({ disks: unordered, medium: { path, boot: false } })).toEqual([
    'hd',
    'vda -',
    'vdb -',
    'hdd -',
    'hdc -',
  ])
  expect(orders({ efi_boot: true, medium: { path, boot: true } })).toEqual([undefined, 'vda 2', 'sdd -', 'sdc 1'])
})

test('a medium that has gone stops a start only when the VM is to start from it', () => {
  const source = (boot: boolean) => {
    const disks = parsed({ medium: { path: '/os/install.iso', boot } }).devices?.disk as unknown as Tree[]
    return disks.at(-1)?.source
  }
  expect(source(false)).toEqual({ '@file': '/os/install.iso', '@startupPolicy': 'optional' })
  expect(source(true)).toEqual({ '@file': '/os/install.iso' })
})
