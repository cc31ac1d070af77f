import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { buffer, text } from 'node:stream/consumers'
import { DhcpClients } from './dhcp-fixture.ts'
import { fetchTftp } from './tftp-fixture.ts'

// A process in the segment of a location: each machine that it is told of on its input boots as firmware, iPXE and the live system do.
// One line of JSON with what came of each is its output.

export type Booting = { mac: string; report: unknown }
export type Booted = {
  mac: string
  address: string
  /** SHA-256 of what was fetched. */
  loader: string
  kernel: string
  initrd: string
  /** The job that the panel gave, a line each: name, value in base64. */
  job: string
  ms: number
}

const sum = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const dhcp = new DhcpClients()

/** From an address of its own: the web server bounds what one address may do. */
function http(url: string, localAddress: string, headers: Record<string, string> = {}, body?: string): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { localAddress, headers, method: body === undefined ? 'GET' : 'POST' }, (answer) => {
      buffer(answer).then((content) => {
        if (answer.statusCode === 200) resolve(content)
        else reject(new Error(`${url}: ${answer.statusCode} ${content}`))
      }, reject)
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function boot({ mac, report }: Booting): Promise<Booted> {
  const began = performance.now()
  const rom = await dhcp.ask(mac, false)
  const loader = await fetchTftp(rom.server, rom.file, rom.address)
  const told = await dhcp.ask(mac, true)
  const get = (url: string) => http(url, told.address)
  const script = (await get(told.file)).toString()
  const named = (line: RegExp) => line.exec(script)?.[1] ?? ''
  const kernel = await get(named(/^kernel (\S+)/m))
  const initrd = await get(named(/^initrd --name live (\S+)/m))
  const session = (await get(named(/^initrd --name session (\S+)/m))).toString()
  const [, web = '', key = ''] = /address=(\S+)\nkey=(\S+)\n/.exec(session) ?? []
  const post = (what: string, body: unknown) =>
    http(`${web}/boot/${what}`, told.address, { authorization: `Bearer ${key}` }, JSON.stringify(body))
  const job = (await post('hello', report)).toString()
  const ms = performance.now() - began
  await post('result', { ok: true })
  return { mac, address: told.address, loader: sum(loader), kernel: sum(kernel), initrd: sum(initrd), job, ms }
}

await dhcp.listen()
const machines = JSON.parse(await text(process.stdin)) as Booting[]
const booted = await Promise.all(machines.map(boot)).finally(dhcp.close)
console.log(JSON.stringify(booted))
