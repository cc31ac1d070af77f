/** Where Prisma puts the message of PostgreSQL: in its meta data, in its text, or both. */
const PRISMA_AWAY =
  /"originalCode":"(08...|57P0[1-5]|25P03|53...)"|Code: `(08...|57P0[1-5]|25P03|53...)`|Unable to start a transaction/
const CUT = /^(DatabaseNotReachable|ConnectionClosed|SocketTimeout)$/
const PRISMA_TOO_LONG = /"originalCode":"57014"|Code: `57014`/
const PRISMA_CONFLICT = /"originalCode":"(40001|40P01)"|Code: `(40001|40P01)`/

/**
 * True when a fault says nothing but that the database was away or the connection to it was cut, whichever client met it.
 * With `url`, refused connections count only if they were to that server: those of a device are the device's.
 */
export function isDatabaseAway(thrown: unknown, url?: string): boolean {
  const fault = thrown as { code?: unknown; message?: unknown; port?: unknown; meta?: unknown }
  const code = String(fault?.code ?? '')
  const text = String(fault?.message ?? '')
  const below = belowPrisma(thrown)
  if (below) return below.originalCode ? isDatabaseAway({ code: below.originalCode }) : CUT.test(String(below.kind))
  if (/^(08...|57P0[1-5]|25P03|53...)$/.test(code) || /^P(1001|1002|1008|1017|2024)$/.test(code)) return true
  if (/^P\d{4}$/.test(code) && PRISMA_AWAY.test(`${JSON.stringify(fault.meta ?? '')} ${text}`)) return true
  if (/^(ECONN\w+|EPIPE|ETIMEDOUT)$/.test(code))
    return !url || fault.port === Number(new URL(url).port || 5432) || fault.port === undefined
  return /^Connection terminated|^Query read timeout|^Client has encountered a connection error|timeout exceeded when trying to connect/.test(
    text,
  )
}

/** True for a statement that was given up because it took longer than statements may, whichever client met it. */
export function isTooLong(thrown: unknown): boolean {
  const fault = thrown as { code?: unknown; meta?: unknown; message?: unknown }
  if (belowPrisma(thrown)?.originalCode === '57014' || fault?.code === '57014') return true
  return (
    /^P\d{4}$/.test(String(fault?.code)) && PRISMA_TOO_LONG.test(`${JSON.stringify(fault.meta ?? '')} ${fault.message}`)
  )
}

/** What begins and ends a transaction passes through Prisma as its adapter threw it: neither a code of Prisma's nor PostgreSQL's. */
function belowPrisma(thrown: unknown): { kind?: unknown; originalCode?: unknown } | null {
  return thrown instanceof Error && thrown.name === 'DriverAdapterError' ? (thrown.cause ?? {}) : null
}

/** True for a transaction that lost a deadlock or a serialisation race: the same again may well succeed. */
export function isConflict(thrown: unknown): boolean {
  const fault = thrown as { code?: unknown; meta?: unknown; message?: unknown }
  const code = String(fault?.code ?? '')
  if (belowPrisma(thrown)?.kind === 'TransactionWriteConflict') return true
  if (/^(40001|40P01|P2034)$/.test(code)) return true
  return /^P\d{4}$/.test(code) && PRISMA_CONFLICT.test(`${JSON.stringify(fault.meta ?? '')} ${fault.message}`)
}
