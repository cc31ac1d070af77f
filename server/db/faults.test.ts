import { describe, expect, it } from 'vitest'
import { PanelError } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'
import { isConflict, isDatabaseAway } from './faults.ts'

const fault = (message: string, more: object = {}) => Object.assign(new Error(message), more)
const adapter = (cause: object) => fault('said below Prisma', { name: 'DriverAdapterError', cause })
const url = 'postgresql://u:p@127.0.0.1:5433/db'

describe('isDatabaseAway', () => {
  it.each([
    ['pg, cut', fault('terminating connection due to administrator command', { code: '57P01' })],
    ['pg, killed', fault('Connection terminated unexpectedly')],
    ['pg, idle', fault('terminating connection due to idle-in-transaction timeout', { code: '25P03' })],
    ['pg, starting', fault('the database system is starting up', { code: '57P03' })],
    ['pg, refused', fault('connect ECONNREFUSED 127.0.0.1:5433', { code: 'ECONNREFUSED', port: 5433 })],
    ['pg, reset', fault('read ECONNRESET', { code: 'ECONNRESET' })],
    ['Prisma, unreachable', fault("Can't reach database server", { code: 'P1001' })],
    [
      'Prisma, raw',
      fault('Raw query failed', { code: 'P2010', meta: { driverAdapterError: { cause: { originalCode: '57P01' } } } }),
    ],
    ['Prisma, begin', fault('Database error. Code: `57P01`. Message: `terminating`', { code: 'P2039' })],
    ['Prisma, commit', adapter({ kind: 'postgres', code: '57P01', originalCode: '57P01' })],
    ['Prisma, commit without a word', adapter({ kind: 'ConnectionClosed' })],
    ['Prisma, idle', fault('Client has encountered a connection error and is not queryable')],
    ['no connection free', fault('sorry, too many clients already', { code: '53300' })],
  ])('%s', (_, one) => expect(isDatabaseAway(one, url)).toBe(true))

  it.each([
    ['a device that refuses', fault('connect ECONNREFUSED 10.0.0.1:22', { code: 'ECONNREFUSED', port: 22 })],
    ['a violated constraint', fault('duplicate key', { code: '23505' })],
    ['Prisma, constraint', fault('Unique constraint failed', { code: 'P2002' })],
    ['Prisma, constraint at the commit', adapter({ kind: 'ForeignKeyConstraintViolation', originalCode: '23503' })],
    ['a refusal', new PanelError('wrong_state', msg`It runs`)],
    ['nothing', undefined],
    ['a text', 'ECONNRESET'],
  ])('not: %s', (_, one) => expect(isDatabaseAway(one, url)).toBe(false))
})

it('knows lost races', () => {
  expect(isConflict(fault('deadlock detected', { code: '40P01' }))).toBe(true)
  expect(isConflict(fault('x', { code: 'P2010', meta: { originalCode: '40001' } }))).toBe(true)
  expect(isConflict(adapter({ kind: 'TransactionWriteConflict', originalCode: '40001' }))).toBe(true)
  expect(isConflict(adapter({ kind: 'postgres', originalCode: '57P01' }))).toBe(false)
  expect(isConflict(fault('x', { code: '23505' }))).toBe(false)
})
