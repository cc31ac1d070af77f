import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'datahall-config-'))
afterAll(() => rmSync(folder, { recursive: true }))
const rubbish = path.join(folder, 'rubbish.pem')
writeFileSync(rubbish, 'rubbish')

it('has a usable setting for all that is not set; an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATAHALL_TLS_CERT: '' })).toMatchObject({
    port: 3000,
    roles: ['web', 'worker'],
    tls: null,
    trustedProxies: [],
    admin: { email: 'admin@example.com', password: undefined },
  })
})

it.each([
  [{ PORT: 'http' }, 'PORT (Port of the panel): it has to be a whole number from 0 to 65535'],
  [{ PORT: '70000' }, 'PORT (Port of the panel): it has to be a whole number from 0 to 65535'],
  [{ PORT: '80.5' }, 'PORT (Port of the panel): it has to be a whole number from 0 to 65535'],
  [
    { DATABASE_URL: 'mysql://db/x' },
    'DATABASE_URL (External PostgreSQL 15 or newer): it has to be an address like postgres',
  ],
  [{ DATAHALL_ROLES: 'web,wroker' }, 'DATAHALL_ROLES (web, worker or both): it has to be web, worker or web,worker'],
  [{ DATAHALL_ROLES: ',' }, 'DATAHALL_ROLES (web, worker or both): it has to be web, worker or web,worker'],
  [{ DATAHALL_URL: 'panel.example.com' }, 'it has to be an address like https://panel.example.com'],
  [{ DATAHALL_TRUSTED_PROXIES: '127.0.0.1, proxy' }, 'it has to be addresses or networks divided by commas'],
  [{ DATAHALL_MASTER_KEY: 'abc' }, 'it has to be 64 hexadecimal digits'],
  [{ DATAHALL_ADMIN_EMAIL: 'admin' }, 'DATAHALL_ADMIN_EMAIL (First administrator): it has to be an e-mail address'],
  [{ DATAHALL_ADMIN_PASSWORD: 'short' }, 'it has to be 8 characters or longer'],
  [{ DATAHALL_TLS: 'yes' }, 'DATAHALL_TLS (Serve HTTPS with a self-signed certificate): it has to be 0 or 1'],
  [{ DATAHALL_DUMMY_SPEED: '11' }, 'it has to be a number from 0 to 10'],
  [{ DATAHALL_SESSION_IDLE: '5' }, 'it has to be a whole number from 60 to 31536000'],
  [{ DATAHALL_POLL_SECONDS: '1' }, 'it has to be a whole number from 10 to 3600'],
  [{ DATAHALL_TRAFFIC_DAYS: '2,14,365,1825' }, 'it has to be four growing whole numbers'],
  [{ DATAHALL_TRAFFIC_DAYS: '2,x,365' }, 'it has to be four growing whole numbers'],
  [{ DATAHALL_LOG: 'loud' }, 'DATAHALL_LOG (Log level): it has to be one of trace, debug'],
  [{ DATAHALL_TLS_CERT: rubbish }, 'DATAHALL_TLS_CERT and DATAHALL_TLS_KEY go together'],
  [{ DATAHALL_TLS_CERT: '/none.pem', DATAHALL_TLS_KEY: rubbish }, 'DATAHALL_TLS_CERT: there is no file /none.pem'],
  [{ DATAHALL_TLS_CERT: rubbish, DATAHALL_TLS_KEY: rubbish }, 'are not a certificate and its key in PEM'],
])('refuses %j in words that name the variable', (env, words) => {
  expect(() => readConfig(env)).toThrow(words)
  expect(() => readConfig(env)).toThrow(Object.keys(env)[0])
})

it('names all wrong variables at once, each once', () => {
  expect(() => readConfig({ PORT: 'x', DATAHALL_DEMO: 'maybe' })).toThrow(
    /^The configuration is not usable:\n {2}PORT [^\n]*\n {2}DATAHALL_DEMO [^\n]*$/,
  )
})
