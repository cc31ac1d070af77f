import { z } from 'zod'

/**
 * How the cable of a network card stands to what the panel knows, by what its neighbour announces: `same`; `differs`, the panel has another port of that switch;
 * `new`, it has none; `taken`, it has another server at that port; `closed`, servers are not connected to that port; `unknown`, no switch of the location has it;
 * `silent`, there is a link and nobody says who he is; `no_link`.
 */
export const cableStates = ['same', 'differs', 'new', 'taken', 'closed', 'unknown', 'silent', 'no_link'] as const

const port = z.object({ id: z.int(), name: z.string(), switch: z.int(), switch_name: z.string() })
export type CablePort = z.infer<typeof port>

export const cable = z.object({
  mac: z.string(),
  name: z.string().describe('Of the card, as the live system had it'),
  state: z.enum(cableStates),
  port: port.nullable().describe('The port that the neighbour announces, as the panel knows it'),
  known: port.nullable().describe('The port that the panel has instead'),
  server: z.object({ id: z.int(), name: z.string() }).nullable().describe('The server that the panel has at that port'),
})
export type Cable = z.infer<typeof cable>

/** A card with what was found for its neighbour. */
export type Heard = {
  mac: string
  name: string
  link: boolean
  announced: boolean
  port: (CablePort & { closed: boolean }) | null
  /** Who is connected to that port. */
  holder: { id: number; name: string } | null
}

/**
 * The cables of a server: what its cards have heard beside the connections that the panel has.
 * @param own ports that the panel has connected to the server, without those of its controller
 */
export function cablesOf(server_id: number, heard: readonly Heard[], own: readonly CablePort[]): Cable[] {
  const announced = new Set(heard.flatMap(({ port: there }) => (there ? [there.id] : [])))
  /** Connections that no card confirms: the cable of one that was moved is among them. */
  const left = own.filter(({ id }) => !announced.has(id))
  return heard.map(({ mac, name, link, announced: said, port: there, holder }) => {
    const base = { mac, name, port: null, known: null, server: null }
    if (!link) return { ...base, state: 'no_link' }
    if (!there) return { ...base, state: said ? 'unknown' : 'silent' }
    const { closed, ...shown } = there
    if (holder?.id === server_id) return { ...base, state: 'same', port: shown }
    if (holder) return { ...base, state: 'taken', port: shown, server: holder }
    if (closed) return { ...base, state: 'closed', port: shown }
    const at = left.findIndex((one) => one.switch === there.switch)
    const [known] = at < 0 ? [] : left.splice(at, 1)
    return { ...base, state: known ? 'differs' : 'new', port: shown, known: known ?? null }
  })
}
