import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

const port = z.coerce.number().int().min(0).max(65535)
const flag = z
  .enum(['0', '1', 'true', 'false', ''])
  .default('')
  .transform((text) => text === '1' || text === 'true')

/** Every environment variable of the panel. `npm run up -- --option` sets the same ones. */
const schema = z.object({
  PORT: port.default(3000).describe('Port of the panel'),
  DATAHALL_HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
  DATAHALL_DATA: z
    .string()
    .default('.data')
    .describe('Folder of the embedded database, the master key and the dummy nodes'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .describe('External PostgreSQL 15 or newer'),
  DATAHALL_ROLES: z
    .string()
    .default('web,worker')
    .transform((text) => text.split(',').map((word) => word.trim()))
    .pipe(z.array(z.enum(['web', 'worker'])).min(1))
    .describe('web, worker or both'),
  DATAHALL_URL: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe('Address under which people reach the panel'),
  DATAHALL_TRUSTED_PROXIES: z
    .string()
    .default('')
    .transform((text) =>
      text
        .split(',')
        .map((word) => word.trim())
        .filter(Boolean),
    )
    .describe('Addresses or networks whose X-Forwarded-For is believed'),
  DATAHALL_TLS_CERT: z.string().optional().describe('Certificate file (PEM)'),
  DATAHALL_TLS_KEY: z.string().optional().describe('Key file (PEM)'),
  DATAHALL_TLS: flag.describe('Serve HTTPS with a self-signed certificate'),
  DATAHALL_MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i, '64 hexadecimal digits')
    .optional()
    .describe('Master key of the sealed secrets; otherwise the file master.key in the data folder'),
  DATAHALL_ADMIN_EMAIL: z.email().default('admin@example.com').describe('First administrator'),
  DATAHALL_ADMIN_PASSWORD: z.string().min(8).optional().describe("First administrator's password"),
  DATAHALL_DEMO: flag.describe('Load the demo data centre'),
  DATAHALL_DUMMY_SPEED: z.coerce
    .number()
    .min(0)
    .max(10)
    .default(1)
    .describe('How long simulated machines take: 1 as real ones, 0 no time'),
  DATAHALL_DEV: flag.describe('Development server with hot reload'),
  DATAHALL_SESSION_IDLE: z.coerce
    .number()
    .int()
    .min(60)
    .default(3600)
    .describe('Seconds without use after which a session ends'),
  DATAHALL_RATE_LIMIT: z.coerce
    .number()
    .int()
    .min(0)
    .default(60_000)
    .describe('Points per minute that a session may spend; 0 means no limit'),
  DATAHALL_LOG: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info').describe('Log level'),
})

export type Config = ReturnType<typeof readConfig>

/** Checks the environment; throws one message that names each wrong variable. */
export function readConfig(env: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(Object.entries(env).filter(([name, value]) => name in schema.shape && value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => {
      const name = String(issue.path[0])
      const about = schema.shape[name as keyof typeof schema.shape]?.description
      return `  ${name}: ${issue.message}${about ? ` (${about})` : ''}`
    })
    throw new Error(`The configuration is not usable:\n${lines.join('\n')}`)
  }
  const c = parsed.data
  for (const name of ['DATAHALL_TLS_CERT', 'DATAHALL_TLS_KEY'] as const)
    if (c[name] && !existsSync(c[name]))
      throw new Error(`The configuration is not usable:\n  ${name}: no file ${c[name]}`)
  if (Boolean(c.DATAHALL_TLS_CERT) !== Boolean(c.DATAHALL_TLS_KEY))
    throw new Error('The configuration is not usable:\n  DATAHALL_TLS_CERT and DATAHALL_TLS_KEY go together')
  return {
    port: c.PORT,
    host: c.DATAHALL_HOST,
    dataDirectory: path.resolve(c.DATAHALL_DATA),
    databaseUrl: c.DATABASE_URL,
    roles: c.DATAHALL_ROLES,
    publicUrl: c.DATAHALL_URL,
    trustedProxies: c.DATAHALL_TRUSTED_PROXIES,
    tls:
      c.DATAHALL_TLS_CERT && c.DATAHALL_TLS_KEY
        ? { cert: readFileSync(c.DATAHALL_TLS_CERT), key: readFileSync(c.DATAHALL_TLS_KEY) }
        : c.DATAHALL_TLS
          ? ('self-signed' as const)
          : null,
    masterKey: c.DATAHALL_MASTER_KEY,
    admin: { email: c.DATAHALL_ADMIN_EMAIL, password: c.DATAHALL_ADMIN_PASSWORD },
    demo: c.DATAHALL_DEMO,
    dummySpeed: c.DATAHALL_DUMMY_SPEED,
    dev: c.DATAHALL_DEV,
    sessionIdleSeconds: c.DATAHALL_SESSION_IDLE,
    rateLimit: c.DATAHALL_RATE_LIMIT,
    logLevel: c.DATAHALL_LOG,
  }
}
