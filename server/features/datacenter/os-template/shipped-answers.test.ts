import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { checkOffered } from '../../../domain/os-template/check.ts'
import { offeredTemplate } from '../../../domain/os-template/index.ts'
import type { Job } from '../../../domain/os-template/job.ts'
import { macroValues } from '../../../domain/os-template/macros.ts'
import { HOSTILE, readKickstart, readPreseed } from './answer-files-fixture.ts'
import { installerFor } from './boot.ts'

// The answer files that the recipe brings, read back by who reads them.

const recipe = path.join(import.meta.dirname, '../../../live-system/recipe/installer.sh')
const folder = mkdtempSync(path.join(tmpdir(), 'answers-'))
beforeAll(() => {
  for (const name of ['kernel', 'initrd']) writeFileSync(path.join(folder, name), name)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What the recipe makes of a kind of installer, as a panel has it. */
function shipped(kind: 'debian' | 'ubuntu' | 'rhel') {
  const out = path.join(folder, kind)
  execFileSync('sh', [recipe, kind, kind, '1', path.join(folder, 'kernel'), path.join(folder, 'initrd'), out])
  const index = JSON.parse(readFileSync(path.join(out, 'index.json'), 'utf8'))
  const offered = offeredTemplate.parse(index.os_templates[0])
  const answer = { ...offered.answer!, text: readFileSync(path.join(out, offered.answer?.file ?? ''), 'utf8') }
  checkOffered({ ...offered, answer })
  const macros = macroValues(offered.macros, { plain: {}, secret: {} })
  return { name: kind, type: offered.type, content: { ...offered, answer }, macros }
}

const job = (more: Partial<Job> = {}): Job => ({
  ...{
    operation: 7,
    hostname: 'web-1.example',
    password_hash: '$6$salt$hash',
    mac: '52:54:00:00:00:01',
    raid: 'no_raid',
  },
  ...{ ssh_key: ['ssh-ed25519 AAAA a', 'ssh-rsa BBBB b'], address: ['192.0.2.4/24', '2001:db8::4/64'], vlan: '' },
  ...{ gateway: '192.0.2.1', gateway6: '2001:db8::1', nameserver: ['192.0.2.53'], bond_mac: [], disk: ['S1'] },
  ...{ disk_path: ['/dev/disk/by-id/wwn-0x5000c500a1b2c3d4'], web: 'http://192.0.2.2:8080' },
  answer: `http://192.0.2.2:8080/boot/answer/${'T'.repeat(43)}/`,
  ...more,
})
const many = {
  address: ['192.0.2.4/24', '198.51.100.7/28', '2001:db8::4/64'],
  nameserver: ['192.0.2.53', '2001:db8::53'],
}
const bonded = { bond_mac: ['52:54:00:00:00:01', '52:54:00:00:00:02'] }
const hostile = HOSTILE.filter((one) => one !== '' && !one.endsWith('\\'))

describe('for Debian', () => {
  it('debconf takes it, and finds the answers in it, whatever keys are called', () => {
    const { args, answer } = installerFor(
      shipped('debian'),
      job({ ssh_key: hostile.map((one) => `ssh-rsa AAAA ${one}`) }),
    )
    expect(args).toBe(
      `console=ttyS0,115200 BOOTIF=01-52-54-00-00-00-01 quiet auto=true priority=critical url=http://192.0.2.2:8080/boot/answer/${'T'.repeat(43)}/preseed.cfg`,
    )
    const checked = spawnSync('debconf-set-selections', ['-c'], { input: answer.text, encoding: 'utf8' })
    expect([checked.status, checked.stderr]).toEqual([0, ''])
    const answers = readPreseed(answer.text)
    expect(answers.get('netcfg/get_hostname')).toBe('web-1.example')
    expect(answers.get('passwd/root-password-crypted')).toBe('$6$salt$hash')
    expect(answers.get('partman/early_command')).toContain("readlink -f '/dev/disk/by-id/wwn-0x5000c500a1b2c3d4'")
  })

  /** Runs the last command as the installer does, with what is below `/target` in a folder of this test. @returns the folder, and what is said to the panel */
  function lastCommand(values: Job) {
    const command = readPreseed(installerFor(shipped('debian'), values).answer.text).get('preseed/late_command') ?? ''
    const root = mkdtempSync(path.join(folder, 'root-'))
    for (const name of ['target/etc/ssh/sshd_config.d', 'target/etc/network', 'net/eth7', 'net/eth8'])
      mkdirSync(`${root}/${name}`, { recursive: true })
    writeFileSync(`${root}/net/eth7/address`, '52:54:00:00:00:01\n')
    writeFileSync(`${root}/net/eth8/address`, '52:54:00:00:00:02\n')
    const script = command
      .replaceAll('/target/', `${root}/target/`)
      .replaceAll('/sys/class/net', `${root}/net`)
      .replaceAll('/tmp/gateways', `${root}/gateways`)
      .replace('cut -d/ -f5', `cut -d/ -f${`${root}/net/`.split('/').length}`)
      .replace('wget -q -O /dev/null', 'echo')
    return {
      etc: `${root}/target/etc`,
      root,
      said: execFileSync('sh', ['-e', '-c', script], { encoding: 'utf8' }).trim(),
    }
  }

  it('its last command writes keys, name servers and all addresses, whatever keys are called', () => {
    const { root, etc, said } = lastCommand(job({ ...many, ssh_key: hostile }))
    expect(said).toBe(`${job().answer}report/done`)
    expect(readFileSync(`${root}/target/root/.ssh/authorized_keys`, 'utf8')).toBe(`${hostile.join('\n')}\n`)
    expect(readFileSync(`${etc}/network/interfaces`, 'utf8')).toBe(
      [
        ...['auto lo', 'iface lo inet loopback', 'auto eth7'],
        ...['iface eth7 inet static', '  address 192.0.2.4/24', '  gateway 192.0.2.1'],
        ...['iface eth7 inet static', '  address 198.51.100.7/28'],
        ...['iface eth7 inet6 static', '  address 2001:db8::4/64', '  gateway 2001:db8::1', ''],
      ].join('\n'),
    )
    expect(readFileSync(`${etc}/resolv.conf`, 'utf8')).toBe('nameserver 192.0.2.53\nnameserver 2001:db8::53\n')
  })

  it('its last command writes a VLAN on a bond', () => {
    const bond = ['bond-slaves none', 'bond-mode 802.3ad', 'bond-miimon 100', 'bond-xmit-hash-policy layer3+4']
    const card = (name: string) => [`auto ${name}`, `iface ${name} inet manual`, '  bond-master bond0']
    const { etc } = lastCommand(job({ ...bonded, vlan: '20', address: ['192.0.2.4/24'] }))
    expect(readFileSync(`${etc}/network/interfaces`, 'utf8')).toBe(
      [
        ...['auto lo', 'iface lo inet loopback', ...card('eth7'), ...card('eth8')],
        ...['auto bond0', 'iface bond0 inet manual', ...bond.map((line) => `  ${line}`)],
        ...['auto bond0.20', 'iface bond0.20 inet static', '  address 192.0.2.4/24', '  gateway 192.0.2.1'],
        ...['  vlan-raw-device bond0', ''],
      ].join('\n'),
    )
    const dhcp = readFileSync(`${lastCommand(job({ ...bonded, address: [] })).etc}/network/interfaces`, 'utf8')
    expect(dhcp).toContain(`auto bond0\niface bond0 inet dhcp\n  ${bond.join('\n  ')}\n`)
  })

  it('its last command leaves DHCP where no address is known', () =>
    expect(existsSync(`${lastCommand(job({ address: [] })).etc}/network/interfaces`)).toBe(false))
})

it('for Ubuntu YAML has what Subiquity reads', () => {
  const { args, answer } = installerFor(shipped('ubuntu'), job({ ssh_key: hostile }))
  expect(args).toContain(` ds=nocloud-net;s=http://192.0.2.2:8080/boot/answer/${'T'.repeat(43)}/`)
  expect(answer.text).toMatch(/^#cloud-config\n/)
  const { autoinstall } = parse(answer.text)
  expect(autoinstall).toMatchObject({
    version: 1,
    storage: { layout: { name: 'direct', match: { path: 'DATAHALL-DISK' } } },
    network: { ethernets: { lan0: { match: { macaddress: '52:54:00:00:00:01' }, dhcp4: true } } },
    'user-data': {
      hostname: 'web-1.example',
      users: [{ name: 'root', hashed_passwd: '$6$salt$hash', ssh_authorized_keys: hostile }],
    },
  })
  for (const script of [
    autoinstall['early-commands'],
    autoinstall['late-commands'],
    autoinstall['error-commands'],
  ].flat())
    execFileSync('sh', ['-n'], { input: script })
  expect(autoinstall['early-commands'][1]).toContain("readlink -f '/dev/disk/by-id/wwn-0x5000c500a1b2c3d4'")
})

/** What the netplan of an installed Ubuntu has. */
function netplan(values: Job) {
  const { autoinstall } = parse(installerFor(shipped('ubuntu'), values).answer.text)
  const root = mkdtempSync(path.join(folder, 'root-'))
  for (const name of ['netplan', 'cloud/cloud.cfg.d']) mkdirSync(`${root}/target/etc/${name}`, { recursive: true })
  // Both are of the installation, and would say otherwise.
  const others = ['netplan/50-cloud-init.yaml', 'cloud/cloud.cfg.d/90-installer-network.cfg']
  for (const name of others) writeFileSync(`${root}/target/etc/${name}`, 'network: {}')
  const [script] = autoinstall['late-commands'].filter((one: string) => one.includes('/netplan/'))
  execFileSync('sh', ['-e', '-c', script.replaceAll('/target/', `${root}/target/`)])
  for (const name of others) expect(existsSync(`${root}/target/etc/${name}`)).toBe(false)
  return parse(readFileSync(`${root}/target/etc/netplan/50-network.yaml`, 'utf8')).network
}

it('for Ubuntu the installed system has all addresses, its VLAN and its bond', () => {
  const own = {
    addresses: many.address,
    routes: [
      { to: 'default', via: '192.0.2.1' },
      { to: 'default', via: '2001:db8::1' },
    ],
    nameservers: { addresses: many.nameserver },
  }
  const card = (macaddress: string, more: object) => ({ match: { macaddress }, ...more })
  expect(netplan(job(many))).toEqual({ version: 2, ethernets: { lan0: card('52:54:00:00:00:01', own) } })
  const parameters = { mode: '802.3ad', 'mii-monitor-interval': 100, 'transmit-hash-policy': 'layer3+4' }
  expect(netplan(job({ ...many, ...bonded, vlan: '20' }))).toEqual({
    version: 2,
    ethernets: {
      lan0: card('52:54:00:00:00:01', { dhcp4: false }),
      lan1: card('52:54:00:00:00:02', { dhcp4: false }),
    },
    bonds: { bond0: { interfaces: ['lan0', 'lan1'], parameters, dhcp4: false } },
    vlans: { 'bond0.20': { id: 20, link: 'bond0', ...own } },
  })
  expect(netplan(job({ address: [] }))).toEqual({
    version: 2,
    ethernets: { lan0: card('52:54:00:00:00:01', { dhcp4: true }) },
  })
})

it('for RHEL commands have the values as words, with and without an address', () => {
  const { commands, sections } = readKickstart(installerFor(shipped('rhel'), job({ ssh_key: hostile })).answer.text)
  const of = (name: string) => commands.filter(([first]) => first === name).map(([, ...words]) => words)
  expect(of('rootpw')).toEqual([['--iscrypted', '$6$salt$hash']])
  expect(of('sshkey')).toEqual(hostile.map((key) => ['--username=root', key]))
  expect(of('ignoredisk')).toEqual([['--only-use=/dev/disk/by-id/wwn-0x5000c500a1b2c3d4']])
  expect(of('network')).toEqual([['--device=52:54:00:00:00:01', '--bootproto=dhcp', '--hostname=web-1.example']])
  expect(sections.map(({ head }) => head)).toEqual(['%pre', '%packages', '%post', '%post', '%post', '%onerror'])
  for (const { head, lines } of sections)
    if (head !== '%packages') execFileSync('sh', ['-n'], { input: lines.join('\n') })
})

type Keyfile = Record<string, Record<string, string>>
/** The connections of NetworkManager that an installed RHEL has, by the names of their files, read by Python's configparser. */
function connections(values: Job): Record<string, Keyfile> {
  const { sections } = readKickstart(installerFor(shipped('rhel'), values).answer.text)
  const root = mkdtempSync(path.join(folder, 'root-'))
  const files = `${root}/etc/NetworkManager/system-connections`
  mkdirSync(files, { recursive: true })
  writeFileSync(`${files}/ens3.nmconnection`, 'of the installation')
  const [script = ''] = sections
    .map(({ lines }) => lines.join('\n'))
    .filter((one) => one.includes('system-connections'))
  execFileSync('sh', ['-s'], {
    input: script.replaceAll('=/etc/', `=${root}/etc/`).replaceAll(' /etc/', ` ${root}/etc/`),
  })
  const program = `import configparser,glob,json,os,sys
def read(name):
  one = configparser.ConfigParser(interpolation=None)
  one.read(name)
  return {section: dict(one[section]) for section in one.sections()}
print(json.dumps({os.path.basename(name).split('.')[0]: read(name) for name in glob.glob(sys.argv[1] + '/*')}))`
  return JSON.parse(execFileSync('python3', ['-c', program, files], { encoding: 'utf8' }))
}

describe('for RHEL the installed system has', () => {
  const own = {
    ipv4: {
      ...{ method: 'manual', address1: '192.0.2.4/24', address2: '198.51.100.7/28', gateway: '192.0.2.1' },
      dns: '192.0.2.53;',
    },
    ipv6: { method: 'manual', address1: '2001:db8::4/64', gateway: '2001:db8::1', dns: '2001:db8::53;' },
  }
  const none = { ipv4: { method: 'disabled' }, ipv6: { method: 'disabled' } }

  it('all addresses and name servers', () =>
    expect(connections(job(many))).toEqual({
      lan0: {
        connection: { id: 'lan0', type: 'ethernet', uuid: expect.any(String) },
        ethernet: { 'mac-address': '52:54:00:00:00:01' },
        ...own,
      },
    }))

  it('its VLAN on its bond', () => {
    const { lan0, lan1, bond0, vlan, ...others } = connections(job({ ...many, ...bonded, vlan: '20' }))
    expect(others).toEqual({})
    for (const [mac, one] of [['52:54:00:00:00:01', lan0] as const, ['52:54:00:00:00:02', lan1] as const])
      expect(one).toMatchObject({
        connection: { master: 'bond0', 'slave-type': 'bond' },
        ethernet: { 'mac-address': mac },
      })
    expect(bond0).toMatchObject({ connection: { 'interface-name': 'bond0' }, bond: { mode: '802.3ad' }, ...none })
    expect(vlan).toMatchObject({
      connection: { type: 'vlan', 'interface-name': 'bond0.20' },
      vlan: { id: '20', parent: bond0?.connection?.uuid },
      ...own,
    })
  })

  it('its VLAN on its only card', () => {
    const { lan0, vlan } = connections(job({ vlan: '20', address: ['2001:db8::4/64'] }))
    expect(lan0).toMatchObject(none)
    expect(vlan).toMatchObject({ vlan: { parent: lan0?.connection?.uuid }, ipv4: { method: 'disabled' } })
  })

  it('DHCP where no address is known', () =>
    expect(connections(job({ address: [] })).lan0).toMatchObject({
      ipv4: { method: 'auto' },
      ipv6: { method: 'auto' },
    }))
})
