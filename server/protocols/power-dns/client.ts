import { z } from 'zod'
import { joined, msg, quote } from '../../shared/text.ts'
import { HttpError } from '../pinned-http/errors.ts'
import { type ApiAnswer, type ApiQuestion, type ApiServer, askApi } from './http.ts'

const zones = z.array(z.object({ id: z.string().max(1024), name: z.string().max(1024), kind: z.string().max(64) }))
const rrset = z.object({
  name: z.string(),
  type: z.string(),
  ttl: z.int(),
  records: z.array(z.object({ content: z.string().max(1024), disabled: z.boolean().optional() })).max(4096),
})
const zone = z.object({ rrsets: z.array(rrset) })
const fault = z.object({ error: z.string() })

/** A zone as the API lists it; names end in a dot. */
export type ApiZone = z.infer<typeof zones>[number]
export type RecordSet = z.infer<typeof rrset>

const ROOT = '/api/v1/servers/localhost/zones'

/** The HTTP API of a PowerDNS authoritative server. */
export class PowerDnsClient {
  readonly #server: ApiServer

  constructor(server: ApiServer) {
    this.#server = server
  }

  /** @throws HttpError */
  async zones(signal: AbortSignal): Promise<ApiZone[]> {
    return this.#read(zones, { method: 'GET', path: `${ROOT}?dnssec=false` }, signal)
  }

  /** Records of a name in a zone. @throws HttpError */
  async recordSets(id: string, name: string, signal: AbortSignal): Promise<RecordSet[]> {
    // Servers that do not know the parameter return the whole zone.
    const path = `${ROOT}/${encodeURIComponent(id)}?rrset_name=${encodeURIComponent(name)}`
    const { rrsets } = await this.#read(zone, { method: 'GET', path }, signal)
    return rrsets.filter((each) => each.name.toLowerCase() === name)
  }

  /** Leaves these contents as the records of a name and type; none removes them. @throws HttpError */
  async replace(
    id: string,
    set: { name: string; type: string; ttl: number; contents: readonly string[] },
    signal: AbortSignal,
  ): Promise<void> {
    const { contents, ...named } = set
    const change =
      contents.length === 0
        ? { name: set.name, type: set.type, changetype: 'DELETE' }
        : { ...named, changetype: 'REPLACE', records: contents.map((content) => ({ content, disabled: false })) }
    const path = `${ROOT}/${encodeURIComponent(id)}`
    await this.#ask({ method: 'PATCH', path, body: { rrsets: [change] } }, signal)
  }

  async #read<T>(schema: z.ZodType<T>, question: ApiQuestion, signal: AbortSignal): Promise<T> {
    const { body } = await this.#ask(question, signal)
    const parsed = schema.safeParse(json(body))
    if (!parsed.success) throw new HttpError('protocol_error', msg`The answer is not that of the PowerDNS API`)
    return parsed.data
  }

  async #ask(question: ApiQuestion, signal: AbortSignal): Promise<ApiAnswer> {
    const answer = await askApi(this.#server, question, signal)
    if (answer.status === 401 || answer.status === 403)
      throw new HttpError('auth', msg`The PowerDNS API does not accept the key`)
    if (answer.status < 200 || answer.status > 299) throw rejected(answer)
    return answer
  }
}

function rejected({ status, body }: ApiAnswer): HttpError {
  const said = fault.safeParse(json(body))
  const words = msg`The PowerDNS API answered with status ${status}`
  const text = said.success ? joined([words, quote(said.data.error.slice(0, 300))], ': ') : words
  return new HttpError('protocol_error', text)
}

function json(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return null
  }
}
