import { db } from '../../../../db/pool.ts'
import type { ChangeKind } from '../../../../domain/shared/change-kinds.ts'
import type { BootHost } from '../../../../drivers/control-host/boot/host.ts'
import { bus } from '../../../../events/bus.ts'

/** Changes of records that follow each other closely are one. */
const GATHER_MS = 50
/** Kinds of records that the services of a location are worked out from. */
const kinds: readonly ChangeKind[] = ['location', 'server', 'ip', 'ipnet', 'operation', 'machine']

const NEWEST = 'select coalesce(max(id), 0)::text as last, true as matters from change'
const NEWS =
  'select coalesce(max(id), $1::bigint)::text as last, coalesce(bool_or(entity = any($2)), false) as matters from change where id > $1::bigint'
type News = { last: string; matters: boolean }

/** Tells of changes among all that happens in the panel: is there one since the last question that may matter? The first one always does. */
export function newsOfRecords() {
  let last: string | null = null
  return async (): Promise<boolean> => {
    const { pool } = db()
    const { rows } = last === null ? await pool.query<News>(NEWEST) : await pool.query<News>(NEWS, [last, kinds])
    last = rows[0]?.last ?? last
    return rows[0]?.matters ?? false
  }
}

/**
 * Waits for changes of records that may matter to a location; which of them do shows when what should run is worked out anew.
 * @param host of the location: when its connection is over, so is the waiting
 */
export function changesOfRecords(host: BootHost) {
  const hasNews = newsOfRecords()
  let happened = false
  let over = false
  let wake = () => {}
  const off = bus().on('change', () => {
    happened = true
    wake()
  })
  void host.ssh.closed.then(() => {
    over = true
    wake()
  })
  const sleep = (ms: number, signal: AbortSignal, until: () => boolean) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(done, Math.max(0, ms))
      function done() {
        clearTimeout(timer)
        signal.removeEventListener('abort', done)
        resolve()
      }
      wake = () => until() && done()
      signal.addEventListener('abort', done, { once: true })
      wake()
    })
  return {
    /** @param latest when to go on without a change, ms since 1970 @returns false when the connection is over */
    async next(latest: number, signal: AbortSignal): Promise<boolean> {
      while (!signal.aborted) {
        await sleep(latest - Date.now(), signal, () => happened || over)
        if (over) return false
        if (!happened) return true
        await sleep(GATHER_MS, signal, () => over)
        happened = false
        if (!over && (await hasNews())) return true
      }
      return true
    },
    stop: off,
  }
}
