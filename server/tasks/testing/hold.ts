import pg from 'pg'

type Op = { id: number; fence: number; op: string; name?: string }
type Statement = { name?: string; values?: unknown[] }
type Answers = { rows: { answers: Record<string, { verdict: string }> }[] }

/**
 * Holds tasks of this process right before or after one of their writes (`before end s2`, `after begin s1`, `before
 * finish`), and reports when all are there. The engine's writes go through one statement of many tasks: a held write is
 * taken out of it, and answered "try again" for as long as the process lives.
 */
export function holdTasks(places: Record<number, string>, reached: () => void) {
  const query = pg.Pool.prototype.query as (...given: unknown[]) => Promise<unknown>
  const held = new Map<number, Op>()
  const at = (when: string, one: Op) => places[one.id] === [when, one.op, one.name].filter(Boolean).join(' ')

  function hold(one: Op) {
    if (held.has(one.id)) return
    held.set(one.id, one)
    if (held.size === Object.keys(places).length) reached()
  }

  pg.Pool.prototype.query = async function (this: pg.Pool, ...given: unknown[]) {
    const statement = given[0] as Statement
    if (statement.name !== 'task_write') return query.apply(this, given)
    const ops = JSON.parse(String(statement.values?.[0])) as Op[]
    for (const one of ops) if (at('before', one)) hold(one)
    const open = ops.filter((one) => !held.has(one.id))
    const sent = { ...statement, values: [JSON.stringify(open)] }
    const answered = open.length ? ((await query.call(this, sent)) as Answers).rows[0]!.answers : {}
    // A beat may have the row at this moment: then nothing was written, and the write comes again.
    for (const [n, one] of open.entries()) if (at('after', one) && answered[n]!.verdict !== 'locked') hold(one)
    const answers = ops.map((one) => (held.has(one.id) ? { verdict: 'locked' } : answered[open.indexOf(one)]))
    return { rows: [{ answers: { ...answers } }] }
  } as typeof pg.Pool.prototype.query

  return {
    /** Sends every held write after all, as a process would that was paused just before it. Answers the verdict per task. */
    async writeLate(pool: pg.Pool): Promise<Record<number, string>> {
      const ops = [...held.values()]
      const statement = { text: 'select task_write($1::jsonb) as answers', values: [JSON.stringify(ops)] }
      const { answers } = ((await query.call(pool, statement)) as Answers).rows[0]!
      await pool.end()
      return Object.fromEntries(ops.map((one, n) => [one.id, answers[n]!.verdict]))
    },
  }
}
