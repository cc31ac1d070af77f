import { execFileSync, spawnSync } from 'node:child_process'
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { plannedFiles, startedWith } from './plan.ts'
import { renderCompose } from './render-compose.ts'
import { renderNginx } from './render-nginx.ts'
import { renderLfc, renderServices, renderUnits } from './render-services.ts'
import { renderTftp } from './render-tftp.ts'
import type { BootServices } from './types.ts'

const web = { addresses: ['192.0.2.1', '198.51.100.1'], port: 8080 }
const services: BootServices = {
  web,
  dhcp: { interfaces: ['prov0'], web: { address: '192.0.2.1', port: 8080 }, subnets: [], discovery: false },
}

describe('the web server', () => {
  it('listens at the addresses of the location alone', () =>
    expect(renderNginx(web).match(/listen .*/g)).toEqual(['listen 192.0.2.1:8080;', 'listen 198.51.100.1:8080;']))

  it.each([
    ['1.2.3.4; include /etc/passwd', 80],
    ['::1', 80],
    ['', 80],
    ['192.0.2.1', 0],
    ['192.0.2.1', 1.5],
    ['192.0.2.1', 70000],
  ])('takes no address or port of another form: %j %j', (address, port) => {
    expect(() => renderNginx({ addresses: [address], port })).toThrow(RangeError)
    expect(() => renderTftp({ addresses: [address], port })).toThrow(RangeError)
  })

  it('needs an address', () => expect(() => renderNginx({ addresses: [], port: 80 })).toThrow(RangeError))
})

it('TFTP is no DNS server, and listens where the web server does', () => {
  const lines = renderTftp(web).split('\n')
  expect(lines).toContain('port=0')
  expect(lines.filter((line) => line.startsWith('listen-address='))).toEqual([
    'listen-address=192.0.2.1',
    'listen-address=198.51.100.1',
  ])
})

describe('the program that runs services', () => {
  it('is one that sh takes', () => {
    execFileSync('sh', ['-n'], { input: renderServices() })
    execFileSync('sh', ['-n'], { input: renderLfc() })
  })

  it.each([
    ['state', '../x'],
    ['exec', 'a b;c'],
    ['start', '$(id)'],
  ])('takes no other name: %s %s', (what, name) =>
    expect(spawnSync('sh', ['-s', what, name], { input: renderServices() }).status).toBe(2),
  )
})

describe('units of systemd', () => {
  it('take no account of another form', () => expect(() => renderUnits('root\nExecStart=x')).toThrow(RangeError))
})

describe('the files of a host', () => {
  const files = (systemd: boolean) => plannedFiles(services, { user: 'root', systemd, multiarch: 'x86_64-linux-gnu' })

  it('have units where systemd runs', () => {
    const units = files(true).filter(({ path }) => path.startsWith('/etc/systemd/'))
    expect(units).toHaveLength(3)
    expect(files(false)).toHaveLength(5)
  })

  it('lie in folders of our own', () => {
    const own =
      /^\/etc\/(datahall\/boot\/[\w.-]+|systemd\/system\/datahall-boot-\w+\.service|tmpfiles\.d\/datahall-boot\.conf)$/
    for (const { path } of files(true)) expect(path).toMatch(own)
  })

  it('with tickets are read by root alone', () =>
    expect(files(false).filter(({ mode }) => mode === 0o600)).toMatchObject([
      { path: expect.stringContaining('kea-dhcp4.conf') },
    ]))

  it('a change of DHCP needs no start', () => {
    const of = (unit: 'dhcp' | 'web') => startedWith(files(true), unit).map(({ path }) => basename(path))
    expect(of('dhcp')).toEqual(['services.sh', 'datahall-boot-dhcp.service'])
    expect(of('web')).toEqual(['nginx.conf', 'services.sh', 'datahall-boot-web.service'])
  })
})

describe('the composition file', () => {
  type Compose = {
    services: Record<string, { command: string[]; network_mode: string; configs: { source: string; target: string }[] }>
    configs: Record<string, { content: string }>
  }
  // Compose's own rule for `$$`.
  const read = () => parse(renderCompose(services).replaceAll('$$', '$')) as Compose

  it('has the same configurations', () => {
    const { configs } = read()
    expect(configs.web?.content).toBe(renderNginx(web))
    expect(configs.tftp?.content).toBe(renderTftp(web))
    expect(JSON.parse(configs.dhcp?.content ?? '')).toMatchObject({ Dhcp4: { 'match-client-id': false } })
  })

  it('leaves no variable to be filled in', () =>
    expect(renderCompose(services).replaceAll('$$', '')).not.toContain('$'))

  it('runs each with its own configuration, in the network of the host', () => {
    for (const [name, { network_mode, configs, command }] of Object.entries(read().services)) {
      expect(network_mode).toBe('host')
      expect(configs.map(({ source }) => source)).toEqual([name])
      expect(command.join(' ')).toContain(configs[0]?.target)
    }
  })
})
