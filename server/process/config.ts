import { readFileSync } from 'node:fs'
import path from 'node:path'
import { createSecureContext } from 'node:tls'
import { z } from 'zod'
import { parseItem } from './client-address.ts'

/** Every fault of a variable says what it may be, not what a parser met. */
const may = (words: string) => ({ error: `it has to be ${words}` })

const number = (least: number, most: number, kind: 'whole' | 'any' = 'whole') => {
  const words = may(`a ${kind === 'whole' ? 'whole ' : ''}number from ${least} to ${most}`)
  return z.coerce
    .number(words)
    .min(least, words)
    .max(most, words)
    .refine((n) => kind === 'any' || Number.isInteger(n), words)
}
const flag = z
  .enum(['0', '1', 'true', 'false', ''], may('0 or 1'))
  .default('')
  .transform((text) => text === '1' || text === 'true')
const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const
const words = (text: string) =>
  text
    .split(',')
    .map((word) => word.trim())
    .filter(Boolean)

/** A month of five minutes has to be there when its 95th percentile is worked out. */
const isRetention = (days: number[]) =>
  days.length === 4 &&
  days.every((n, i) => Number.isInteger(n) && n >= (i === 1 ? 35 : 1) && n >= (days[i - 1] ?? 1) && n <= 36_500)

const isPortRange = (range: number[] | null) =>
  range === null ||
  (range.length === 2 &&
    range.every((port) => Number.isInteger(port) && port >= 1 && port <= 65_535) &&
    (range[0] as number) <= (range[1] as number))

/** Every environment variable of the panel. `npm run up -- --option` sets the same ones. */
const schema = z.object({
  PORT: number(0, 65535).default(3000).describe('Port of the panel'),
  DATAHALL_HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
  DATAHALL_DATA: z
    .string()
    .default('.data')
    .describe('Folder of the embedded database, the master key and the dummy nodes'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, ...may('an address like postgresql://user:password@host:5432/datahall') })
    .optional()
    .describe('External PostgreSQL 15 or newer'),
  DATAHALL_ROLES: z
    .string()
    .default('web,worker')
    .transform(words)
    .pipe(z.array(z.enum(['web', 'worker'], may('web, worker or web,worker'))).min(1, may('web, worker or web,worker')))
    .describe('web, worker or both'),
  DATAHALL_URL: z
    .url({ protocol: /^https?$/, ...may('an address like https://panel.example.com') })
    .optional()
    .describe('Address under which people reach the panel'),
  DATAHALL_SPICE_URL: z
    .url({ protocol: /^https?$/, ...may('an address like https://panel.example.com:3000') })
    .optional()
    .describe('Address under which SPICE programs reach the panel, when a proxy in front of it takes no CONNECT'),
  DATAHALL_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform(words)
    .refine(
      (items) => items.every(parseItem),
      may('addresses or networks divided by commas, like 10.0.0.1,192.168.0.0/16'),
    )
    .describe('Addresses or networks whose X-Forwarded-For is believed'),
  DATAHALL_TLS_CERT: z.string().optional().describe('Certificate file (PEM)'),
  DATAHALL_TLS_KEY: z.string().optional().describe('Key file (PEM)'),
  DATAHALL_TLS: flag.describe('Serve HTTPS with a self-signed certificate'),
  DATAHALL_MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, may('64 hexadecimal digits'))
    .optional()
    .describe('Master key of the sealed secrets; otherwise the file master.key in the data folder'),
  DATAHALL_ADMIN_EMAIL: z.email(may('an e-mail address')).default('admin@example.com').describe('First administrator'),
  DATAHALL_ADMIN_PASSWORD: z
    .string()
    .min(8, may('8 characters or longer'))
    .optional()
    .describe("First administrator's password"),
  DATAHALL_DEMO: flag.describe('Load the demo data centre'),
  DATAHALL_DUMMY_SPEED: number(0, 10, 'any')
    .default(1)
    .describe('How long simulated VMs take: 1 as real ones, 0 no time'),
  DATAHALL_DEV: flag.describe('Development server with hot reload'),
  DATAHALL_SESSION_IDLE: number(60, 31_536_000)
    .default(3600)
    .describe('Seconds without use after which a session ends'),
  DATAHALL_RATE_LIMIT: number(0, 1_000_000_000)
    .default(60_000)
    .describe('Points per minute that a session may spend; 0 means no limit'),
  DATAHALL_CONNECTIONS: number(16, 100_000)
    .default(512)
    .describe('Connections, and open requests, that one address may have'),
  DATAHALL_METRICS: z
    .string()
    .default('')
    .transform(words)
    .refine(
      (items) => items.every(parseItem),
      may('addresses or networks divided by commas, like 10.0.0.1,192.168.0.0/16'),
    )
    .describe('Addresses or networks that may read /metrics'),
  DATAHALL_METRICS_TOKEN: z
    .string()
    .min(16, may('16 characters or more'))
    .optional()
    .describe('Token with which /metrics may be read from anywhere'),
  DATAHALL_METRICS_VMS: number(0, 20_000).default(0).describe('VMs, and nodes, that have gauges in /metrics; 0: none'),
  DATAHALL_POLL_SECONDS: number(10, 3600)
    .default(60)
    .describe(
      'Seconds between two readings of the counters of a switch, of a PDU, and of the power at a management controller',
    ),
  DATAHALL_TABLES_SECONDS: number(30, 86_400)
    .default(300)
    .describe(
      'Seconds between two readings of ports, VLANs, neighbours and addresses of a switch, and of sensors and log of a controller',
    ),
  DATAHALL_POWER_PAUSE: number(0, 120)
    .default(5)
    .describe('Seconds after outlets of a server were switched on, and between off and on'),
  DATAHALL_POWER_CONTROLLER: number(1, 900)
    .default(180)
    .describe('Seconds that a management controller may take to answer after it got power'),
  DATAHALL_GUEST_AGENT: number(0, 3600)
    .default(300)
    .describe('Seconds that a change of password waits for the guest agent of a VM that boots'),
  DATAHALL_TRAFFIC_DAYS: z
    .string()
    .default('2,45,400,1830')
    .transform((text) => words(text).map(Number))
    .refine(isRetention, may('four growing whole numbers like 2,45,400,1830, the second of them at least 35'))
    .describe(
      'Days that traffic is kept by the minute, by 5 minutes, by the hour and by the day, and so the values of sensors',
    ),
  DATAHALL_PROXY_PORTS: z
    .string()
    .default('24000-24199')
    .transform((text) => (text === 'off' ? null : text.split('-').map(Number)))
    .refine(isPortRange, may('two ports like 24000-24199, or off'))
    .transform((range) => (range ? { first: range[0] as number, last: range[1] as number } : null))
    .describe('Ports for the web pages of management controllers; off: this process serves none'),
  DATAHALL_PROXY_HOST: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}$|^\[[0-9a-f:.]+\]$/i, may('a host name or an address'))
    .optional()
    .describe("Host name under which those ports are reached; otherwise the panel's own"),
  DATAHALL_PROXY_LOOPBACK: flag.describe('Lead to web pages of controllers at loopback addresses too'),
  DATAHALL_LOG: z
    .enum(LEVELS, may(`one of ${LEVELS.join(', ')}`))
    .optional()
    .describe('Log level'),
})

export type Config = ReturnType<typeof readConfig>

/** Checks the environment; throws one message that names each wrong variable. */
export function readConfig(env: Record<string, string | undefined> = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in schema.shape && value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0]) as keyof typeof schema.shape
      const about = schema.shape[name]?.description
      return `${name}${about ? ` (${about})` : ''}: ${issue.message}`
    })
    throw unusable([...new Set(lines)])
  }
  const c = parsed.data
  return {
    port: c.PORT,
    host: c.DATAHALL_HOST,
    dataDirectory: path.resolve(c.DATAHALL_DATA),
    databaseUrl: c.DATABASE_URL,
    roles: c.DATAHALL_ROLES,
    publicUrl: c.DATAHALL_URL,
    spiceUrl: c.DATAHALL_SPICE_URL,
    trustedProxies: c.DATAHALL_TRUSTED_PROXIES,
    tls: certificate(c.DATAHALL_TLS_CERT, c.DATAHALL_TLS_KEY) ?? (c.DATAHALL_TLS ? ('self-signed' as const) : null),
    masterKey: c.DATAHALL_MASTER_KEY,
    admin: { email: c.DATAHALL_ADMIN_EMAIL, password: c.DATAHALL_ADMIN_PASSWORD },
    demo: c.DATAHALL_DEMO,
    dummySpeed: c.DATAHALL_DUMMY_SPEED,
    dev: c.DATAHALL_DEV,
    sessionIdleSeconds: c.DATAHALL_SESSION_IDLE,
    rateLimit: c.DATAHALL_RATE_LIMIT,
    connections: c.DATAHALL_CONNECTIONS,
    metrics: { from: c.DATAHALL_METRICS, token: c.DATAHALL_METRICS_TOKEN },
    metricsVms: c.DATAHALL_METRICS_VMS,
    pollSeconds: c.DATAHALL_POLL_SECONDS,
    tablesSeconds: c.DATAHALL_TABLES_SECONDS,
    power: { outlet: c.DATAHALL_POWER_PAUSE, controller: c.DATAHALL_POWER_CONTROLLER, verify: 60 },
    guestAgentSeconds: c.DATAHALL_GUEST_AGENT,
    trafficDays: c.DATAHALL_TRAFFIC_DAYS,
    proxyPorts: c.DATAHALL_PROXY_PORTS,
    proxyHost: c.DATAHALL_PROXY_HOST ?? null,
    proxyLoopback: c.DATAHALL_PROXY_LOOPBACK,
  }
}

const unusable = (lines: string[]) =>
  new Error(`The configuration is not usable:\n${lines.map((l) => `  ${l}`).join('\n')}`)

/** Certificate and key of two files, looked at before anything is started; null when none are named. */
function certificate(cert: string | undefined, key: string | undefined) {
  if (!cert && !key) return null
  if (!cert || !key) throw unusable(['DATAHALL_TLS_CERT and DATAHALL_TLS_KEY go together: name both files or none'])
  const files = { cert: readPem('DATAHALL_TLS_CERT', cert), key: readPem('DATAHALL_TLS_KEY', key) }
  try {
    createSecureContext(files)
  } catch (fault) {
    throw unusable([
      `DATAHALL_TLS_CERT, DATAHALL_TLS_KEY: ${cert} and ${key} are not a certificate and its key in PEM without a password (${(fault as Error).message})`,
    ])
  }
  return files
}

function readPem(name: string, file: string): Buffer {
  try {
    return readFileSync(file)
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    throw unusable([`${name}: ${code === 'ENOENT' ? `there is no file ${file}` : (fault as Error).message}`])
  }
}
