import { z } from 'zod'

/**
 * How the cable of a network card stands to what the panel knows, by what its neighbour announces: `same`; `differs`, the panel has another port that no card confirms;
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

export const cables = z.object({
  list: z.array(cable),
  unconfirmed: z.array(port).describe('Connections that the panel has and no card confirms'),
})
export type Cables = z.infer<typeof cables>

/** A card with what was found for its neighbour. */
export type Heard = {
  mac: string
  name: string
  link: boolean
  announced: boolean
  port: (CablePort & { closed: boolean }) | null
  /** Port that it announced in an earlier report. */
  before: number | null
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
  const replaced = replacedBy(heard, left)
  return heard.map(({ mac, name, link, announced: said, port: there, holder }) => {
    const base = { mac, name, port: null, known: null, server: null }
    if (!link) return { ...base, state: 'no_link' }
    if (!there) return { ...base, state: said ? 'unknown' : 'silent' }
    const { closed, ...shown } = there
    if (holder?.id === server_id) return { ...base, state: 'same', port: shown }
    if (holder) return { ...base, state: 'taken', port: shown, server: holder }
    if (closed) return { ...base, state: 'closed', port: shown }
    const known = replaced.get(mac)
    return { ...base, state: known ? 'differs' : 'new', port: shown, known: known ?? null }
  })
}

/**
 * Which connection each new cable takes the place of. What a card announced before is its own. The others of a switch are exchanged for what is left there, unless
 * more is left than was moved: then it is not known which went, and one may be of a card that announces nothing.
 */
function replacedBy(heard: readonly Heard[], left: readonly CablePort[]): Map<string, CablePort> {
  const moved = heard.flatMap(({ link, port: to, holder, ...card }) =>
    link && to && !to.closed && !holder ? [{ ...card, to }] : [],
  )
  const rest = new Set(left)
  const found = new Map<string, CablePort>()
  const take = (mac: string, of: CablePort | undefined) => {
    if (of && rest.delete(of)) found.set(mac, of)
  }
  for (const { mac, before } of moved)
    take(
      mac,
      [...rest].find(({ id }) => id === before),
    )
  for (const at of new Set(moved.map(({ to }) => to.switch))) {
    const cards = moved.filter(({ mac, to }) => to.switch === at && !found.has(mac))
    const ports = [...rest].filter((one) => one.switch === at)
    if (ports.length <= cards.length) for (const [n, { mac }] of cards.entries()) take(mac, ports[n])
  }
  return found
}

/** Connections that no card confirms and none takes the place of: the panel may be right, or a cable was pulled. */
export function unconfirmed(cables: readonly Cable[], own: readonly CablePort[]): CablePort[] {
  const said = new Set(cables.flatMap(({ port: there, known }) => [there?.id, known?.id]))
  return own.filter(({ id }) => !said.has(id))
}
