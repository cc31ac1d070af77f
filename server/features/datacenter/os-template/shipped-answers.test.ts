import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
    const answers = new Map(readPreseed(answer.text).map(({ question, value }) => [question, value]))
    expect(answers.get('netcfg/get_hostname')).toBe('web-1.example')
    expect(answers.get('passwd/root-password-crypted')).toBe('$6$salt$hash')
    expect(answers.get('partman/early_command')).toContain("readlink -f '/dev/disk/by-id/wwn-0x5000c500a1b2c3d4'")
  })

  it.each([
    [
      'addresses of the panel',
      job(),
      /^auto lo eth7\niface lo inet loopback\niface eth7 inet static\n {2}address 192\.0\.2\.4\/24\n {2}gateway 192\.0\.2\.1\niface eth7 inet6 static\n {2}address 2001:db8::4\/64\n {2}gateway 2001:db8::1\n$/,
    ],
    ['none, so that DHCP stays', job({ address: [], gateway: '', gateway6: '', nameserver: [] }), null],
  ])('its last command writes keys and %s', (_, values, interfaces) => {
    const { answer } = installerFor(shipped('debian'), values)
    const command = readPreseed(answer.text).find(({ question }) => question === 'preseed/late_command')?.value ?? ''
    const root = mkdtempSync(path.join(folder, 'root-'))
    execFileSync('mkdir', [
      '-p',
      `${root}/target/etc/ssh/sshd_config.d`,
      `${root}/target/etc/network`,
      `${root}/net/eth7`,
    ])
    writeFileSync(`${root}/net/eth7/address`, '52:54:00:00:00:01\n')
    // The same below a folder of this test, and what asks the panel only notes it.
    const script = command
      .replaceAll('/target/', `${root}/target/`)
      .replaceAll('/sys/class/net', `${root}/net`)
      .replaceAll('/tmp/gateways', `${root}/gateways`)
      .replace('cut -d/ -f5', `cut -d/ -f${`${root}/net/`.split('/').length}`)
      .replace('wget -q -O /dev/null', 'echo')
    expect(execFileSync('sh', ['-e', '-c', script], { encoding: 'utf8' }).trim()).toBe(`${values.answer}report/done`)
    expect(readFileSync(`${root}/target/root/.ssh/authorized_keys`, 'utf8')).toBe(
      'ssh-ed25519 AAAA a\nssh-rsa BBBB b\n',
    )
    const written = spawnSync('cat', [`${root}/target/etc/network/interfaces`], { encoding: 'utf8' })
    if (interfaces) expect(written.stdout).toMatch(interfaces)
    else expect(written.status).not.toBe(0)
  })
})

it('for Ubuntu YAML has what Subiquity reads', () => {
  const { args, answer } = installerFor(shipped('ubuntu'), job({ ssh_key: hostile }))
  expect(args).toContain(` ds=nocloud-net;s=http://192.0.2.2:8080/boot/answer/${'T'.repeat(43)}/`)
  expect(answer.text).toMatch(/^#cloud-config\n/)
  const { autoinstall } = parse(answer.text)
  expect(autoinstall).toMatchObject({
    version: 1,
    storage: { layout: { name: 'direct', match: { path: 'DATAHALL-DISK' } } },
    network: {
      ethernets: {
        lan0: { match: { macaddress: '52:54:00:00:00:01' }, addresses: ['192.0.2.4/24', '2001:db8::4/64'] },
      },
    },
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

it('for RHEL commands have the values as words, with and without an address', () => {
  const { commands, sections } = readKickstart(installerFor(shipped('rhel'), job({ ssh_key: hostile })).answer.text)
  const of = (name: string) => commands.filter(([first]) => first === name).map(([, ...words]) => words)
  expect(of('rootpw')).toEqual([['--iscrypted', '$6$salt$hash']])
  expect(of('sshkey')).toEqual(hostile.map((key) => ['--username=root', key]))
  expect(of('ignoredisk')).toEqual([['--only-use=/dev/disk/by-id/wwn-0x5000c500a1b2c3d4']])
  expect(of('network')[0]).toContain('--ip=192.0.2.4')
  expect(sections.map(({ head }) => head)).toEqual(['%pre', '%packages', '%post', '%onerror'])
  for (const { head, lines } of sections)
    if (head !== '%packages') execFileSync('sh', ['-n'], { input: lines.join('\n') })
  const none = readKickstart(installerFor(shipped('rhel'), job({ address: [] })).answer.text)
  expect(none.commands.filter(([first]) => first === 'network')).toEqual([
    ['network', '--device=52:54:00:00:00:01', '--bootproto=dhcp', '--hostname=web-1.example'],
  ])
})
