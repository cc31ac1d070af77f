import { createSocket } from 'node:dgram'
import { inspect } from 'node:util'
import fc from 'fast-check'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type AgentRequest, decodeRequest, encodeResponse } from '../../simulation/peers/snmp/agent.ts'
import { value } from '../../simulation/peers/snmp/agent-view.ts'
import { reply, scriptedAgent } from '../../simulation/peers/snmp/testing.ts'
import { errorStatus, SnmpError } from './errors.ts'
import { interfaces } from './mibs/interfaces.ts'
import { SnmpSession } from './session.ts'
import { readRows, readTable } from './table.ts'
import { walkColumns } from './walk.ts'

// A busy test host takes its time.
vi.setConfig({ testTimeout: 30_000 })

const column = [1, 3, 6, 1, 2, 1, 2, 2, 1, 2]
const columnOid = column.join('.')
const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function against(respond: (request: AgentRequest) => Buffer | Buffer[] | null) {
  const agent = await scriptedAgent(respond)
  const session = agent.session()
  closers.push(
    () => agent.close(),
    () => session.close(),
  )
  return { agent, session }
}

async function walk(respond: (request: AgentRequest) => Buffer | Buffer[] | null, limits = {}) {
  const { agent, session } = await against(respond)
  let rows = 0
  const error = await walkColumns(session, [columnOid], () => (rows += 1), AbortSignal.timeout(10_000), limits).then(
    () => null,
    (thrown: unknown) => thrown,
  )
  return { error, rows, asked: agent.seen.length }
}

const kind = (error: unknown) => (error instanceof SnmpError ? error.kind : error)
const lastArc = (request: AgentRequest) => {
  const oid = request.varbinds[0]!.oid
  return oid.length > column.length ? oid.at(-1)! : 0
}

describe('agents that would keep a walker walking', () => {
  it('repeats the same object', async () => {
    const { error, rows } = await walk((request) => reply(request, [[[...column, 1], value.integer(1)]]))
    expect(kind(error)).toBe('protocol_error')
    expect(rows).toBe(1)
  })

  it('goes in circles', async () => {
    const { error, rows } = await walk((request) =>
      reply(request, [[[...column, (lastArc(request) % 3) + 1], value.integer(1)]]),
    )
    expect(kind(error)).toBe('protocol_error')
    expect(rows).toBe(3)
  })

  it('goes backwards within one answer', async () => {
    const { error } = await walk((request) =>
      reply(request, [
        [[...column, 5], value.integer(1)],
        [[...column, 4], value.integer(1)],
      ]),
    )
    expect(kind(error)).toBe('protocol_error')
  })

  it('answers with nothing in it', async () => {
    const { error, asked } = await walk((request) => reply(request, []))
    expect(kind(error)).toBe('protocol_error')
    expect(asked).toBe(1)
  })

  it('has 100,000 rows', async () => {
    const before = process.memoryUsage().rss
    const { error, rows } = await walk((request) => {
      const from = lastArc(request)
      const count = Math.min(request.maxRepetitions, 100_000 - from)
      return reply(
        request,
        Array.from({ length: count }, (_, i) => [[...column, from + i + 1], value.octets('x'.repeat(40))]),
      )
    })
    expect(kind(error)).toBe('limit_exceeded')
    expect(rows).toBe(8_192)
    expect(process.memoryUsage().rss - before).toBeLessThan(50 << 20)
  })

  it('gives one row at a time, for ever', async () => {
    const { error } = await walk((request) => reply(request, [[[...column, lastArc(request) + 1], value.integer(1)]]), {
      maxMs: 200,
      maxRows: 1_000_000_000,
    })
    expect(kind(error)).toBe('timeout')
  })

  it('leaves the subtree, which is the end', async () => {
    const { error, rows } = await walk((request) =>
      reply(request, [
        [[...column, 1], value.integer(1)],
        [[1, 3, 6, 1, 2, 1, 2, 2, 1, 3, 1], value.integer(1)],
      ]),
    )
    expect(error).toBeNull()
    expect(rows).toBe(1)
  })
})

describe('answers of strangers and of the wrong kind', () => {
  it('ignores another request id', async () => {
    const { session } = await against((request) => [
      reply({ ...request, id: request.id + 1 }, [[[...column, 1], value.octets('forged')]]),
      reply(request, [[[...column, 1], value.octets('true')]]),
    ])
    const [first] = await session.get([`${columnOid}.1`], AbortSignal.timeout(5_000))
    expect(String(first?.value)).toBe('true')
  })

  it('ignores another address, also when it knows everything else', async () => {
    const [agent, stranger] = [createSocket('udp4'), createSocket('udp4')]
    closers.push(
      () => agent.close(),
      () => stranger.close(),
    )
    await new Promise<void>((resolve) => agent.bind(0, '127.0.0.1', resolve))
    agent.on('message', (packet, from) => {
      const request = decodeRequest(packet)
      const say = (text: string) => reply(request, [[[...column, 1], value.octets(text)]])
      stranger.send(say('forged'), from.port, from.address, () => agent.send(say('true'), from.port, from.address))
    })
    const credentials = { version: 2, community: 'public' } as const
    const session = new SnmpSession({ address: '127.0.0.1', port: agent.address().port, credentials })
    closers.push(() => session.close())
    const [first] = await session.get([`${columnOid}.1`], AbortSignal.timeout(5_000))
    expect(String(first?.value)).toBe('true')
  })

  it('takes bytes that are no message for no answer', async () => {
    const { session } = await against(() => Buffer.from('30820001ff', 'hex'))
    await expect(session.get([`${columnOid}.1`], AbortSignal.timeout(5_000))).rejects.toMatchObject({ kind: 'timeout' })
  })

  it('does not reveal the community when the answer has another', async () => {
    const { session } = await against((request) => reply({ ...request, community: 'other' }, []))
    const error = await session.get([`${columnOid}.1`], AbortSignal.timeout(5_000)).catch((thrown: unknown) => thrown)
    expect(kind(error)).toBe('protocol_error')
    expect(inspect(error, { depth: 10, showHidden: true })).not.toContain('public')
  })

  it('reads wrong types as absent and cleans texts', async () => {
    const { session } = await against((request) =>
      reply(
        request,
        request.varbinds.map((each, i) =>
          each.oid.length > column.length
            ? [[1, 3, 6, 1, 3], value.integer(1)]
            : [[...each.oid, 7], i === 0 ? value.octets('Gi1\u0000\u001b[31m\u202e<script>') : value.octets('up')],
        ),
      ),
    )
    const rows = await readTable(session, interfaces, ['ifDescr', 'ifAdminStatus'], AbortSignal.timeout(5_000))
    expect(rows).toEqual([{ index: [7], ifDescr: 'Gi1 [31m <script>', ifAdminStatus: null }])
  })

  it('gives up when aborted, and releases the request', async () => {
    const { session } = await against(() => null)
    const stop = new AbortController()
    const waiting = session.get([`${columnOid}.1`], stop.signal)
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    session.close()
    await expect(session.get([`${columnOid}.1`], AbortSignal.timeout(100))).rejects.toMatchObject({ kind: 'closed' })
  })

  it('survives whatever bytes come', async () => {
    let next = Buffer.alloc(0)
    const { session } = await against((request) => {
      const good = reply(request, [[[...column, 1], value.octets('x')]])
      // Half of the packets are good ones with bytes changed, so that the decoder gets beyond the first of them.
      if (next.length > 0 && (next[0]! & 1) === 1) {
        for (let i = 1; i + 1 < next.length; i += 2) good[next[i]! % good.length] = next[i + 1]!
        return good
      }
      return next
    })
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 60 }), async (bytes) => {
        next = Buffer.from(bytes)
        const stop = AbortSignal.timeout(4)
        await walkColumns(session, [columnOid], () => {}, stop).catch(() => {})
      }),
      { numRuns: 300 },
    )
  }, 30_000)
})

describe('agents with limits of their own', () => {
  it('answers few objects at a time: rows are asked for by fewer', async () => {
    const { agent, session } = await against((request) =>
      request.varbinds.length > 5
        ? encodeResponse(request, errorStatus.tooBig, 0, [])
        : reply(
            request,
            request.varbinds.map(({ oid }) => [oid, value.integer(oid.at(-1) ?? 0)]),
          ),
    )
    const indexes = Array.from({ length: 20 }, (_, i) => String(i + 1))
    const rows = await readRows(session, interfaces, ['ifType', 'ifAdminStatus'], indexes, AbortSignal.timeout(10_000))
    expect(rows.map((row) => row.ifAdminStatus)).toEqual(indexes.map(Number))
    // 16, 8 and 4 rows are too many; two at a time are not.
    expect(agent.seen).toHaveLength(13)
  })

  it('asks for less when the answer would be too big', async () => {
    const { session, agent } = await against((request) => {
      if (request.maxRepetitions > 6) return encodeResponse(request, errorStatus.tooBig, 0, [])
      const from = lastArc(request)
      if (from >= 10) return reply(request, [[[1, 3, 6, 1, 3], value.integer(1)]])
      return reply(request, [[[...column, from + 1], value.integer(1)]])
    })
    let rows = 0
    await walkColumns(session, [columnOid], () => (rows += 1), AbortSignal.timeout(5_000))
    expect(rows).toBe(10)
    expect(agent.seen.map((request) => request.maxRepetitions).slice(0, 3)).toEqual([24, 6, 6])
  })

  it('goes on with smaller questions when large ones stay without an answer', async () => {
    const { session } = await against((request) => {
      if (request.maxRepetitions > 6) return null
      const from = lastArc(request)
      if (from >= 10) return reply(request, [[[1, 3, 6, 1, 3], value.integer(1)]])
      return reply(request, [[[...column, from + 1], value.integer(1)]])
    })
    session.answered = true
    let rows = 0
    await walkColumns(session, [columnOid], () => (rows += 1), AbortSignal.timeout(5_000))
    expect(rows).toBe(10)
    expect(session.maxRepetitions).toBe(6)
  })
})
