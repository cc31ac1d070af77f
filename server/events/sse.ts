import type { Caller } from '../api/call.ts'
import { sessionHolds } from '../auth/sessions.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { log } from '../process/log.ts'
import { msg } from '../shared/text.ts'
import { bus } from './bus.ts'
import { type ChangeRow, changesAfter, lastChange, maySee, oldestChange, onChange } from './change-feed.ts'
import { onProgress } from './progress.ts'
import { holdStream } from './streams.ts'
import { onTouch } from './touch.ts'

/** Proxies keep what says something, and a screen takes a longer silence for a lost connection. */
const PING_MS = 15_000
/** A reader this far behind is told to read anew, rather than letting its backlog grow. */
const MAX_BACKLOG = 2_000

/**
 * Changes as server-sent events for the screens: `id` is the change's number, `data` the change. `Last-Event-ID` (or `?after=`)
 * resumes; a gap too old or a reader too slow gets `event: reset`. Also passes on the progress of tasks.
 */
export async function eventStream(request: Request, caller: Caller): Promise<Response> {
  const { actor } = caller
  if (!actor?.confirmed) throw new PanelError('signed_out', msg`Please sign in`)
  const asked = request.headers.get('last-event-id') ?? new URL(request.url).searchParams.get('after')
  const newest = await lastChange()
  const start = asked === null ? newest : Number(asked)
  if (!Number.isSafeInteger(start) || start < 0)
    throw new PanelError('invalid_query', msg`after must be the number of an event`)
  const giveBack = holdStream(actor.account_id)

  // A database that is away takes no rights away.
  const holds = () => sessionHolds(actor.session_id, caller.ip).catch(() => true)
  const text = new TextEncoder()
  let stop = () => {}
  const stream = new ReadableStream<Uint8Array>(
    {
      async start(out) {
        // Numbers we never gave out come from another database.
        let sent = Math.min(start, newest)
        let live = false
        const waiting: ChangeRow[] = []
        let over = false
        const write = (lines: string) => {
          if (over) return
          if ((out.desiredSize ?? 0) < -MAX_BACKLOG) {
            out.enqueue(text.encode('event: reset\ndata: {}\n\n'))
            finish()
            return
          }
          out.enqueue(text.encode(lines))
        }
        const send = (row: ChangeRow) => {
          if (row.id <= sent) return
          sent = row.id
          if (!maySee(actor, row)) return
          const { account_id: _, everyone: __, ...visible } = row
          write(`id: ${row.id}\ndata: ${JSON.stringify(visible)}\n\n`)
        }
        const offChange = onChange((row) => (live ? send(row) : void waiting.push(row)))
        const offProgress = onProgress(({ account_id, ...visible }) => {
          if (actor.isAdmin || account_id === actor.account_id)
            write(`event: progress
data: ${JSON.stringify(visible)}

`)
        })
        const offTouch = onTouch(({ account_id, ...visible }) => {
          if (actor.isAdmin || account_id === actor.account_id)
            write(`event: touch\ndata: ${JSON.stringify(visible)}\n\n`)
        })
        const offEnded = bus().on('session_ended', (payload) => {
          if (Number(payload) === actor.session_id) finish()
        })
        const ping = setInterval(() => {
          write('event: ping\ndata: {}\n\n')
          // The end of the session may have gone by unheard.
          void holds().then((good) => good || finish())
        }, PING_MS)
        const finish = () => {
          if (over) return
          over = true
          giveBack()
          offChange()
          offProgress()
          offTouch()
          offEnded()
          clearInterval(ping)
          try {
            out.close()
          } catch {
            // the reader has gone already
          }
        }
        stop = finish
        request.signal.addEventListener('abort', finish)
        if (request.signal.aborted) return finish()
        write(`retry: 1000\nid: ${sent}\nevent: hello\ndata: {}\n\n`)
        try {
          // The session may have ended after it was looked up and before its end could be heard.
          if (!(await holds())) return finish()
          if (start > newest || (start > 0 && start < (await oldestChange()) - 1)) write('event: reset\ndata: {}\n\n')
          for (let rows = await changesAfter(sent); rows.length > 0 && !over; rows = await changesAfter(sent)) {
            for (const row of rows) send(row)
          }
        } catch (err) {
          // The reader comes again and resumes.
          log.warn({ err }, 'a stream of changes could not be begun')
          return finish()
        }
        live = true
        for (const row of waiting.splice(0)) send(row)
      },
      cancel: () => stop(),
    },
    { highWaterMark: 0 },
  )
  return new Response(stream, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    },
  })
}
