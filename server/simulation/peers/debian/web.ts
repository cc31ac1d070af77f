import { ARTEFACTS, NGINX_CONF, PANEL_SOCKET, TFTP, TFTP_CONF } from '../../../drivers/control-host/boot/places.ts'
import { unitName } from '../../../drivers/control-host/boot/render-services.ts'
import type { SimulatedDebian } from './debian.ts'
import { askOver, type WebAnswer, type WebRequest } from './http.ts'
import { plain, type Ran, said } from './ran.ts'

const nothing = (status: number): WebAnswer => ({ status, body: Buffer.alloc(0) })

/**
 * What the web server of the host answers: files by their sums, and what is below `/boot/` from the panel, which listens at its socket.
 * @returns null when nothing listens at that address and port
 * @throws the signal's reason
 */
export async function webAnswer(host: SimulatedDebian, request: WebRequest): Promise<WebAnswer | null> {
  const { url, signal } = request
  const port = url.port || '80'
  const listens = host.runs(unitName('web')) && host.text(NGINX_CONF)?.includes(`listen ${url.hostname}:${port};`)
  if (!listens) return null
  if (url.pathname === '/alive') return nothing(204)
  const sum = /^\/a\/([0-9a-f]{64})$/.exec(url.pathname)?.[1]
  if (sum) {
    const file = host.tree.files.get(`${ARTEFACTS}/${sum}`)
    return file ? { status: 200, body: file.data } : nothing(404)
  }
  if (!url.pathname.startsWith('/boot/')) return nothing(404)
  const open = host.forwarded.get(PANEL_SOCKET)
  if (!open) return nothing(502)
  const headers = { ...request.headers, 'x-forwarded-for': request.from ?? '127.0.0.1' }
  return askOver(await open(signal), { ...request, headers }).catch(() => nothing(502))
}

/** `curl -w %{http_code|size_download} -- URL`, from the host itself. */
export async function curl(host: SimulatedDebian, args: string[], { signal }: { signal: AbortSignal }): Promise<Ran> {
  const address = plain(args.slice(args.indexOf('--'))).at(-1) ?? ''
  if (!URL.canParse(address)) return { code: 3, stderr: 'curl: (3) URL rejected\n' }
  const url = new URL(address)
  if (url.protocol === 'tftp:') {
    const runs = host.runs(unitName('tftp')) && host.text(TFTP_CONF)?.includes(`listen-address=${url.hostname}\n`)
    const file = runs ? host.tree.files.get(`${TFTP}${url.pathname}`) : undefined
    return file ? said(String(file.data.length)) : { code: 68, stdout: '0' }
  }
  const answer = await webAnswer(host, { url, method: 'GET', signal })
  return answer ? said(String(answer.status).padStart(3, '0')) : { code: 7, stdout: '000' }
}
