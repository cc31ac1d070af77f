import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '../../generated/prisma/client.ts'
import { kept } from '../shared/kept.ts'

// bigint columns (change.id, audit.id, counts) stay far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

/**
 * A process that is paused, or cut off, in the middle of a transaction loses its locks after this: longer than
 * transactions of the panel may last, so that others do not wait for ever.
 */
const IDLE_IN_TRANSACTION_MS = 20_000

/** A statement takes no longer, on either side of the wire: what is cut off is given up as well as what runs on and on. */
const STATEMENT_MS = 60_000
/** How long to wait for a connection, new or released, before an error. */
const CONNECTION_MS = 10_000
/** A new connection knows neither tables nor functions yet, and its first statements take ten times as long: one stays over pauses between requests. */
const IDLE_MS = 300_000

/**
 * PostgreSQL with LLVM compiles statements that it takes for long ones, at every call: 370 ms for the list of 20 locations with their health,
 * which takes 95. None of the panel's is so long.
 */
const NO_JIT = '-c jit=off'

export type Database = {
  url: string
  /** Raw statements: lists, the task engine, hot writes. */
  pool: pg.Pool
  /** Records: reads by key and writes. */
  prisma: PrismaClient
  close(): Promise<void>
}

export function openDatabase(
  url: string,
  options: {
    connections?: number
    idleInTransactionMs?: number
    statementMs?: number
    connectionMs?: number
    log?: (fault: Error) => void
  } = {},
): Database {
  const max = options.connections ?? 12
  const statementMs = options.statementMs ?? STATEMENT_MS
  const config = {
    connectionString: url,
    max,
    idle_in_transaction_session_timeout: options.idleInTransactionMs ?? IDLE_IN_TRANSACTION_MS,
    statement_timeout: statementMs,
    query_timeout: statementMs + 5000,
    idleTimeoutMillis: IDLE_MS,
    connectionTimeoutMillis: options.connectionMs ?? CONNECTION_MS,
    options: NO_JIT,
  }
  const pool = new pg.Pool({ ...config, keepAlive: true, application_name: 'datahall' })
  // An idle connection that the server cuts must not end the process; the next query opens a new one.
  // While we close, the pool counts as empty before the last goodbye has arrived: what the server says then is no news.
  let closing = false
  pool.on('error', (fault) => closing || options.log?.(fault))
  const prisma = new PrismaClient({ adapter: new PrismaPg(config) })
  return {
    url,
    pool,
    prisma,
    async close() {
      closing = true
      await prisma.$disconnect()
      await pool.end()
    },
  }
}

const place = kept<Database>('database')

export function setDatabase(database: Database) {
  place.value = database
}

/** The database of this process; set once at start. */
export function db(): Database {
  if (!place.value) throw new Error('The database is not open yet')
  return place.value
}
