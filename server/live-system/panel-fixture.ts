import { randomBytes } from 'node:crypto'
import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One line of a job. */
export type JobLine = readonly [name: string, value: string]
export type Progress = { step: string; percent: number; words: string }
export type Result = Record<string, unknown> & { ok: boolean; reason?: string }

/** The panel's side of the boot protocol for one machine, over plain HTTP, with the files of an image beside it. */
export class PanelSide {
  readonly key = randomBytes(32).toString('hex')
  readonly progress: Progress[] = []
  readonly result: Promise<Result>
  /** Set to say that the operation is over: the next progress gets 409. */
  over = false
  report: unknown = null
  job: readonly JobLine[] = []
  /** Files below `/a/` by name: paths on this host. */
  readonly files = new Map<string, string>()
  next = 'poweroff'
  private readonly server: Server
  private done: (result: Result) => void = () => {}

  constructor() {
    this.result = new Promise((resolve) => {
      this.done = resolve
    })
    this.server = createServer((request, response) => void this.answer(request, response))
  }

  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve))
  }

  /** Where the emulated machine finds this: the gateway of QEMU's user network is this host. */
  get address(): string {
    return `http://10.0.2.2:${(this.server.address() as AddressInfo).port}`
  }

  close(): void {
    this.server.close()
    this.server.closeAllConnections()
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (code: number, text = '') => response.writeHead(code).end(text)
    const path = request.url ?? ''
    const file = path.startsWith('/a/') ? this.files.get(path.slice(3)) : undefined
    if (file) {
      response.writeHead(200, { 'content-length': statSync(file).size })
      createReadStream(file).pipe(response)
      return
    }
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts).toString()
    if (request.headers.authorization !== `Bearer ${this.key}`) return void send(403)
    switch (`${request.method} ${path}`) {
      case 'POST /boot/hello':
        this.report = JSON.parse(body)
        return void send(
          200,
          this.job.map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}\n`).join(''),
        )
      case 'POST /boot/progress':
        if (this.over) return void send(409, 'cancelled')
        this.progress.push(progressOf(body))
        return void send(204)
      case 'POST /boot/result':
        this.done(JSON.parse(body) as Result)
        return void send(200, `next ${this.next}\n`)
      default:
        return void send(404)
    }
  }
}

function progressOf(body: string): Progress {
  const [, step = '', percent = '', words = ''] = /^step (\S+)\npercent (\d+)\nwords (\S*)\n$/.exec(body) ?? []
  return { step, percent: Number(percent), words: Buffer.from(words, 'base64').toString() }
}
