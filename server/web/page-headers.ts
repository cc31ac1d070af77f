import { randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Config } from '../process/config.ts'

/** Headers of every answer, whatever its kind. */
const ALWAYS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
}

/** Whether people reach the panel over HTTPS, by itself or by a proxy in front of it. */
export const isEncrypted = ({ tls, publicUrl }: Pick<Config, 'tls' | 'publicUrl'>): boolean =>
  tls !== null || publicUrl?.startsWith('https:') === true

/** @param encrypted tells browsers to use HTTPS only from now on */
export function setCommonHeaders(res: ServerResponse, encrypted: boolean) {
  for (const [name, value] of Object.entries(ALWAYS)) res.setHeader(name, value)
  if (encrypted) res.setHeader('strict-transport-security', 'max-age=31536000')
}

/** Of what is no page: should a browser be made to show it as one, nothing in it runs or is loaded. */
export function setApiPolicy(res: ServerResponse) {
  res.setHeader('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
}

/**
 * Content security policy of a page: only scripts that carry this answer's nonce run. Next reads the nonce from the policy in
 * the request's headers and puts it on its own scripts.
 */
export function setPagePolicy(req: IncomingMessage, res: ServerResponse, dev: boolean) {
  const nonce = randomBytes(16).toString('base64')
  const host = /^[\w.:[\]-]+$/.test(req.headers.host ?? '') ? req.headers.host : ''
  const policy = [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${dev ? " 'unsafe-eval'" : ''}`,
    // Style attributes are how charts, tables and the terminal place things.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    `connect-src 'self'${host ? ` ws://${host} wss://${host}` : ''}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
  req.headers['content-security-policy'] = policy
  res.setHeader('content-security-policy', policy)
}
