import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { soon } from '../../../shared/testing/soon.ts'
import { SimulatedDebian } from '../../../simulation/peers/debian/debian.ts'
import { type DebianServer, serveDebian } from '../../../simulation/peers/debian/serve.ts'
import { FileTree } from '../../../simulation/peers/sftp/tree.ts'
import { onBootHost } from './find.ts'
import type { BootHost } from './host.ts'
import { removePackages, wouldCome, wouldGo } from './packages.ts'
import { QUIETLY, UNQUIET } from './quietly.ts'
import { removeBoot, setUpStep } from './set-up.ts'

it('what would go is read from a trial run', () =>
  expect(
    wouldGo(`NOTE: This is only a simulation!
Reading package lists...
The following packages will be REMOVED:
  kea-dhcp4-server* libboost-system1.74.0*
Purg kea-dhcp4-server [2.2.0-6]
Remv libboost-system1.74.0 [1.74.0+ds1-21]
Inst other (1.0 Debian:12/stable [amd64])
`),
  ).toEqual(['kea-dhcp4-server', 'libboost-system1.74.0']))

it('what would come is read from one as well, without what is only renewed', () =>
  expect(
    wouldCome(`Inst libkea-log1:amd64 (2.2.0-6 Debian:12/stable [amd64])
Inst curl [7.88.1-10] (7.88.1-11 Debian:12/stable [amd64])
Inst kea-dhcp4-server (2.2.0-6 Debian:12/stable [amd64])
Conf kea-dhcp4-server (2.2.0-6 Debian:12/stable [amd64])
`),
  ).toEqual(['libkea-log1', 'kea-dhcp4-server']))

describe('removal where curl stays', () => {
  /** What needs what on the host; `tool` came later and needs what was brought for the web server. */
  const needs: Record<string, readonly string[]> = {
    'kea-dhcp4-server': ['libkea'],
    'nginx-light': ['libpcre'],
    curl: ['libcurl'],
    tool: ['libpcre'],
  }
  const brought = ['kea-dhcp4-server', 'nginx-light', 'curl', 'libkea', 'libpcre', 'libcurl']
  const packages = ['kea-dhcp4-server', 'nginx-light', 'curl']
  /** A host whose apt follows the needs. @returns the names that were purged, and how often apt was asked */
  async function removed(there: readonly string[]) {
    let trials = 0
    let purged: string[] = []
    const needed = (by: readonly string[]) => new Set(by.flatMap((name) => needs[name] ?? []))
    const answers = (argv: readonly string[]): string => {
      if (argv[0] === 'dpkg-query') return there.map((name) => `ii  ${name}\n`).join('')
      if (argv[0] === 'apt-mark') return argv.slice(2).join('\n')
      const at = argv.indexOf('purge')
      if (at < 0) return ''
      const asked = argv.slice(at + 1).filter((name) => !name.startsWith('-'))
      if (!argv.includes('-s')) purged = asked
      else trials++
      const taken = there.filter((name) => needs[name]?.some((one) => asked.includes(one)))
      const gone = new Set([...asked, ...taken])
      const stay = needed(there.filter((name) => !gone.has(name)))
      const unneeded = argv.includes('--auto-remove')
        ? there.filter((name) => name.startsWith('lib') && !stay.has(name))
        : []
      return [...new Set([...gone, ...unneeded])].map((name) => `Purg ${name} [1.0]\n`).join('')
    }
    const ran = async (argv: readonly string[]) => answers(argv)
    const host = { run: ran, try: async (argv: readonly string[]) => ({ code: 0, stdout: answers(argv), stderr: '' }) }
    await removePackages(host as never, { packages, brought, masked: [] } as never, soon())
    return { purged: purged.toSorted(), trials }
  }

  it('takes what only the services needed, and asks apt a few times', async () => {
    expect(await removed(brought)).toEqual({
      purged: ['kea-dhcp4-server', 'libkea', 'libpcre', 'nginx-light'],
      trials: 5,
    })
  })
  it('leaves what another package has come to need', async () => {
    const { purged } = await removed([...brought, 'tool'])
    expect(purged).toEqual(['kea-dhcp4-server', 'libkea', 'nginx-light'])
  })
})

describe('a policy that nothing starts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'policy-'))
  const policy = join(folder, 'policy-rc.d')
  afterAll(() => rmSync(folder, { recursive: true }))
  const sh = (script: string, ...args: string[]) =>
    execFileSync('sh', ['-c', script, 'sh', policy, ...args], { encoding: 'utf8' })
  const text = () => (existsSync(policy) ? readFileSync(policy, 'utf8') : null)

  it('is there while packages come, and goes after a cut as well', () => {
    const ours = sh(QUIETLY, 'cat', policy)
    expect(ours).toMatch(/^#!\/bin\/sh\n# Datahall.*\nexit 101\n$/)
    expect(text()).toBeNull()
    writeFileSync(policy, ours)
    sh(QUIETLY, 'true')
    expect(text()).toBeNull()
    writeFileSync(policy, ours)
    sh(UNQUIET)
    expect(text()).toBeNull()
    sh(UNQUIET)
  })

  it('of the host itself stays', () => {
    writeFileSync(policy, '#!/bin/sh\nexit 101\n')
    sh(QUIETLY, 'true')
    sh(UNQUIET)
    expect(text()).toBe('#!/bin/sh\nexit 101\n')
  })
})

describe('an installation that is cut', () => {
  const before = ['curl', 'ca-certificates', 'python3']
  let host: SimulatedDebian
  let server: DebianServer
  beforeAll(async () => {
    host = new SimulatedDebian({ tree: new FileTree(), name: 'ctl', speed: 1, packages: before, interfaces: [] })
    server = await serveDebian(host, { login: 'root', password: 'sesame-77' })
  })
  afterAll(() => server.close())
  const at = (signal: AbortSignal, use: (host: BootHost) => Promise<unknown>) => {
    const auth = { password: 'sesame-77' }
    const target = { address: '127.0.0.1', port: server.port, username: 'root', auth, hostKey: null }
    return onBootHost(target, signal, use)
  }
  const services = {
    web: { addresses: [], port: 8080 },
    dhcp: { interfaces: [], web: { address: '10.77.0.2', port: 8080 }, subnets: [], discovery: false },
  }

  it('is taken away with all that apt has done since', async () => {
    const cut = new AbortController()
    const installing = at(cut.signal, async (boot) => {
      await setUpStep(boot, services, 'folders', cut.signal)
      await setUpStep(boot, services, 'packages', cut.signal)
    })
    // Its services are masked just before apt begins, which takes its time.
    await expect.poll(() => host.state.masked).toContain('nginx.service')
    cut.abort(new Error('cut'))
    await expect(installing).rejects.toThrow('cut')
    host.state.packages.push('kea-dhcp4-server', 'nginx-light', 'dnsmasq-base', 'ipxe')
    await at(soon(), (boot) => removeBoot(boot, true, soon()))
    expect(host.state).toMatchObject({ packages: before, masked: [] })
  })
})
