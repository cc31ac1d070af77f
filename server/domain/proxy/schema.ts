import { z } from 'zod'
import { ipmiTypes } from '../ipmi/kinds.ts'
import { moment } from '../shared/fields.ts'

export const proxyTypes = ['console', 'web'] as const
export const proxyType = z.enum(proxyTypes)
export type ProxyType = z.infer<typeof proxyType>

export const proxyConnection = z.object({
  id: z.int(),
  listen_web_port: z.int().describe('Port that the proxy listens on'),
  proxy_type: proxyType,
})

export const proxyOpen = z.strictObject({ reconnect: z.boolean().default(false) })
export const proxyOpened = z.object({
  task: z.int().optional().describe('Absent when the session is open already'),
  listen_web_port: z.int(),
})
export const proxyPort = z.strictObject({ listen_web_port: z.int() })

/** What a browser needs to enter a port: `https://<host or the panel's>:<port>/.datahall/enter#<ticket>`. */
export const proxyTicket = z.object({
  ticket: z.string().describe('Good once, for 30 seconds'),
  listen_web_port: z.int(),
  host: z.string().nullable().describe("Name under which ports are reached; null: the panel's own"),
  secure: z.boolean().describe('Whether ports are reached over HTTPS'),
})

export const proxySessionRecord = z.object({
  id: z.int(),
  proxy_type: proxyType,
  state: z.enum(['opening', 'open']),
  listen_web_port: z.int(),
  opened_by: z.string().nullable().describe('E-mail address of who opened it; null when that account is gone'),
  opened_at: moment,
  used_at: moment.describe('Written once a minute'),
})

/** What the panel knows of the web page of a server's controller. */
export const proxyOfServer = z.object({
  list: z.array(proxySessionRecord),
  ipmi: z.int(),
  type: z.enum(ipmiTypes),
  certificate_changed: z
    .boolean()
    .describe(
      'The last session was not opened because the controller presented a certificate other than the trusted one',
    ),
  enabled: z.boolean().describe('False while the plugin is disabled'),
})
