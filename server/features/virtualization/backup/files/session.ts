import type { backup } from '../../../../../generated/prisma/client.ts'
import { noResources } from '../../../../domain/shared/errors.ts'
import type { UtilityGuest } from '../../../../protocols/utility-guest/client.ts'
import { unlessAborted } from '../../../../shared/abort.ts'
import { kept } from '../../../../shared/kept.ts'
import { Semaphore } from '../../../../shared/semaphore.ts'
import { msg } from '../../../../shared/text.ts'
import { openGuest } from '../../utility-guest/guest.ts'
import { openCopy } from '../open-copy.ts'
import { nodesForGuests } from './nodes.ts'
import { contentSource } from './source.ts'

/** For how long a guest without requests is kept. */
const IDLE_MS = 5 * 60_000
/** Reading tables from a far store, booting without KVM. */
const OPEN_MS = 180_000

/** A guest with a backup's content, and its turns: what is attached belongs to one request at a time. */
type Session = {
  node_id: number
  ready: Promise<UtilityGuest>
  attached: string | null
  turn: Semaphore
  users: number
  idle: NodeJS.Timeout | null
  over: AbortController
}

/** By backup. */
const sessions = kept<Map<number, Session>>('backup-guests')
const all = (): Map<number, Session> => {
  sessions.value ??= new Map()
  return sessions.value
}

/**
 * Does a piece of work with the files of one volume of a backup; `volume` null: with no volume attached. The guest is started when there is
 * none, on a node of the backup's cluster, and kept for a while. @throws PanelError, UtilityGuestError, the signal's reason
 */
export async function withFiles<T>(
  of: Pick<backup, 'id' | 'cluster_id'>,
  volume: string | null,
  signal: AbortSignal,
  work: (guest: UtilityGuest) => Promise<T>,
): Promise<T> {
  const session = all().get(of.id) ?? (await begin(of))
  session.users++
  if (session.idle) clearTimeout(session.idle)
  try {
    const guest = await unlessAborted(session.ready, signal)
    const release = await session.turn.acquire(signal)
    try {
      if (volume !== null && session.attached !== volume) {
        session.attached = null
        await guest.attach(volume, signal)
        session.attached = volume
      }
      return await work(guest)
    } finally {
      release()
    }
  } finally {
    session.users--
    if (session.users === 0) {
      session.idle = setTimeout(() => end(of.id, session), IDLE_MS)
      session.idle.unref()
    }
  }
}

function end(id: number, session: Session): void {
  if (all().get(id) === session) all().delete(id)
  if (session.idle) clearTimeout(session.idle)
  session.over.abort(new Error('The helper guest was ended'))
}

/** Ends the guest of a backup, or those of all. */
export function endFiles(id?: number): void {
  for (const [known, session] of [...all()]) if (id === undefined || known === id) end(known, session)
}

async function begin(of: Pick<backup, 'id' | 'cluster_id'>): Promise<Session> {
  const nodes = await nodesForGuests(of.cluster_id)
  const known = all().get(of.id)
  if (known) return known
  const node_id = freeNode(nodes)
  const session: Session = {
    node_id,
    ready: Promise.resolve(undefined as never),
    attached: null,
    turn: new Semaphore(1),
    users: 0,
    idle: null,
    over: new AbortController(),
  }
  session.ready = open(of, session)
  session.ready.catch(() => end(of.id, session))
  all().set(of.id, session)
  return session
}

/** One guest a node at a time; one without requests makes room. */
function freeNode(nodes: readonly number[]): number {
  const taken = new Map([...all()].map(([id, session]) => [session.node_id, { id, session }]))
  const free = nodes.find((id) => !taken.has(id))
  if (free !== undefined) return free
  for (const node of nodes) {
    const other = taken.get(node)
    if (other?.session.users !== 0) continue
    end(other.id, other.session)
    return node
  }
  throw noResources(msg`Each node of the cluster is reading the files of another backup: try again in some minutes`)
}

/** Answers when the guest does; store and guest stay open until the session is over. */
async function open(of: Pick<backup, 'id'>, session: Session): Promise<UtilityGuest> {
  const { signal } = session.over
  const opening = AbortSignal.any([signal, AbortSignal.timeout(OPEN_MS)])
  const { store, index, close } = await openCopy(of.id, opening)
  try {
    const guest = await openGuest(session.node_id, { source: contentSource(store, index) }, opening)
    const stop = () => guest.close()
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    void guest.closed.then(async () => {
      signal.removeEventListener('abort', stop)
      end(of.id, session)
      await close()
    })
    return guest
  } catch (error) {
    await close()
    throw error
  }
}
