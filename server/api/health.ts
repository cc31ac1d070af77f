import { db } from '../db/pool.ts'

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
  })

/** The process runs. */
export const health = () => json(200, { status: 'ok' })

let stopping = false
/** From here on the process takes no new work: load balancers look elsewhere. */
export function setStopping() {
  stopping = true
}

/** The process can do its work: not stopping, and the database answers within 2 s. */
export async function readiness(): Promise<Response> {
  if (stopping) return json(503, { status: 'stopping' })
  try {
    await Promise.race([
      db().pool.query('select 1'),
      new Promise((_, reject) => setTimeout(() => reject(new Error('no answer within 2 s')), 2000).unref()),
    ])
    return json(200, { status: 'ready' })
  } catch {
    return json(503, { status: 'database away' })
  }
}
