import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'

// Scripts run for real, in a folder that stands for the guest: their absolute paths lead there, and programs that would change a system note what they were called with.

let root: string
const at = (...names: string[]) => path.join(root, ...names)
const stub = (name: string, body = '') => {
  writeFileSync(at('bin', name), `#!/bin/sh\necho "${name} $*" >> "${at('calls')}"\n${body}`)
  chmodSync(at('bin', name), 0o755)
}

beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'datahall-shipped-'))
  const made = [
    'apt/apt.conf.d',
    'fail2ban/jail.d',
    'nginx/sites-available',
    'nginx/sites-enabled',
    'sysctl.d',
    'wireguard',
  ]
  for (const name of ['bin', 'root', ...made.map((one) => `etc/${one}`)]) mkdirSync(at(name), { recursive: true })
  for (const name of ['apt-get', 'systemctl', 'nginx', 'sysctl', 'nft']) stub(name)
  stub('wg', 'if [ "$1" = pubkey ]; then echo "public of $(cat)"; else echo "private"; fi\n')
  stub(
    'ip',
    'case $* in *route*) echo "default via 192.0.2.1 dev ens3" ;; *) echo "2: ens3 inet 192.0.2.7/24 scope global ens3" ;; esac\n',
  )
})
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Runs a script as a guest would, with these values in its environment. */
function run(file: string, values: Record<string, string> = {}) {
  writeFileSync(at('calls'), '')
  const text = readFileSync(path.join(import.meta.dirname, `${file}.sh`), 'utf8')
  const here = text.replaceAll(/(?<=[\s"'>])\/(etc|root|var)\//g, `${root}/$1/`)
  const { status, stdout, stderr } = spawnSync('sh', ['-s'], {
    ...{ input: here, encoding: 'utf8', timeout: 20_000 },
    env: { NODE_ENV: 'test', PATH: `${at('bin')}:/usr/sbin:/usr/bin:/sbin:/bin`, ...values },
  })
  return { status, stdout, stderr, calls: readFileSync(at('calls'), 'utf8').trim().split('\n') }
}
const written = (...names: string[]) => readFileSync(at(...names), 'utf8')

it('nginx gets one site of the name and folder that were given, and keeps its page when it is run again', () => {
  const values = { SITE_NAME: 'shop.example.com', SITE_ROOT: at('srv/shop') }
  expect(run('nginx', values)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining(`serves ${values.SITE_ROOT}`),
  })
  expect(written('etc/nginx/sites-enabled/site')).toBe(`server {
  listen 80 default_server;
  listen [::]:80 default_server;
  server_name shop.example.com;
  root ${values.SITE_ROOT};
  index index.html;
}
`)
  writeFileSync(at('srv/shop/index.html'), 'mine')
  const again = run('nginx', values)
  expect(again.calls).toEqual([
    ...['apt-get update -qq', 'apt-get install -y -qq nginx', 'nginx -t'],
    ...['systemctl enable --now nginx', 'systemctl reload nginx'],
  ])
  expect(written('srv/shop/index.html')).toBe('mine')
})

it.each([
  ['nginx', { SITE_NAME: 'a; return 200' }, /SITE_NAME is no host name/],
  ['nginx', { SITE_ROOT: '/srv/$(id)' }, /SITE_ROOT has characters/],
  ['fail2ban', { IGNORE_ADDRESSES: '192.0.2.1\n[evil]' }, /something else than addresses/],
  ['automatic-updates', { REBOOT_TIME: '4 am' }, /no time such as 04:00/],
  ['wireguard', { WG_NETWORK: '10.0.0; id' }, /no beginning of a network/],
])('%s takes no value that would become a line of its file: %j', (file, values, words) => {
  expect(run(file, values)).toMatchObject({ status: 2, stderr: expect.stringMatching(words), calls: [''] })
})

it('fail2ban bans as long as it is told, and never addresses that are to be ignored', () => {
  const values = { BAN_TIME: '2h', MAX_TRIES: '3', IGNORE_ADDRESSES: '192.0.2.0/24 2001:db8::1' }
  expect(run('fail2ban', values).status).toBe(0)
  expect(written('etc/fail2ban/jail.d/datahall.local').split('\n')).toEqual(
    expect.arrayContaining(['bantime = 2h', 'maxretry = 3', 'ignoreip = 127.0.0.1/8 ::1 192.0.2.0/24 2001:db8::1']),
  )
})

it('automatic updates restart the guest at a time, if they may', () => {
  const told = () => written('etc/apt/apt.conf.d/60datahall-updates')
  expect(run('automatic-updates').status).toBe(0)
  expect(told()).toContain('Automatic-Reboot "false";')
  run('automatic-updates', { REBOOT: 'yes', REBOOT_TIME: '23:30' })
  expect(told()).toContain('Automatic-Reboot "true";')
  expect(told()).toContain('Automatic-Reboot-Time "23:30";')
})

it('WireGuard keeps keys and the configuration of its client when it is run again', () => {
  expect(run('wireguard', { WG_PORT: '4500', WG_NETWORK: '10.9.8' }).status).toBe(0)
  const client = written('root/wireguard-client.conf')
  expect(client).toContain('Address = 10.9.8.2/24\n')
  expect(client).toContain('Endpoint = 192.0.2.7:4500\n')
  expect(written('etc/wireguard/wg0.conf')).toContain('ListenPort = 4500\nPrivateKey = private\n')
  const again = run('wireguard', { WG_PORT: '4600' })
  expect(again.calls.filter((call) => call === 'wg genkey')).toEqual([])
  expect(written('etc/wireguard/wg0.conf')).toContain('Address = 10.66.0.1/24\nListenPort = 4600\n')
  expect(written('root/wireguard-client.conf')).toBe(client)
})
