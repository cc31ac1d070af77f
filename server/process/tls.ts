import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { hostname } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** A self-signed certificate for the panel host, made once with OpenSSL and kept in the data folder. */
export async function selfSigned(dataDirectory: string): Promise<{ cert: Buffer; key: Buffer }> {
  const cert = path.join(dataDirectory, 'tls.crt')
  const key = path.join(dataDirectory, 'tls.key')
  if (!existsSync(cert) || !existsSync(key)) {
    const names = [...new Set([hostname(), 'localhost'])].map((name) => `DNS:${name}`).join(',')
    const args = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '825']
    args.push(
      '-subj',
      `/CN=${hostname().slice(0, 60)}`,
      '-addext',
      `subjectAltName=${names},IP:127.0.0.1`,
      '-keyout',
      key,
      '-out',
      cert,
    )
    await run('openssl', args).catch((fault: Error & { code?: string }) => {
      throw new Error(
        fault.code === 'ENOENT'
          ? 'A self-signed certificate needs openssl: install it, or give certificate and key files'
          : `openssl: ${fault.message}`,
      )
    })
  }
  return { cert: readFileSync(cert), key: readFileSync(key) }
}
