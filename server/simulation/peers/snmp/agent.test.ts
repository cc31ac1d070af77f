import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { BerReader, element, integerElement, integerOf, oidElement, oidOf, tag } from '../../../protocols/snmp/ber.ts'
import { portsOf, withPort } from '../../../protocols/snmp/port-list.ts'
import { SnmpSession } from '../../../protocols/snmp/session.ts'
import { column, counter, readRows, text } from '../../../protocols/snmp/table.ts'
import { cleanText, compareOids, counter64, macAddress } from '../../../protocols/snmp/values.ts'
import { walkColumns } from '../../../protocols/snmp/walk.ts'
import { Agent, answer, decodeRequest } from './agent.ts'
import { type AgentColumn, AgentView, arcs, value } from './agent-view.ts'

// A busy test host takes its time.
vi.setConfig({ testTimeout: 30_000 })

type Model = { names: string[]; counter: bigint }

const columns: AgentColumn<Model>[] = [
  { oid: arcs('1.3.6.1.2.1.1.5'), rows: () => [[0]], read: () => value.octets('switch') },
  {
    oid: arcs('1.3.6.1.4.1.9.1'),
    rows: (model) => model.names.map((_, i) => [i + 1]),
    read: (model, [i = 0]) => value.octets(model.names[i - 1] ?? ''),
    write: (model, [i = 0], written, commit) => {
      if (written.type !== tag.octets) return 7
      if (i < 1 || i > model.names.length) return 18
      if (commit) model.names[i - 1] = written.bytes.toString()
      return 0
    },
  },
  {
    oid: arcs('1.3.6.1.4.1.9.2'),
    rows: (model) => model.names.map((_, i) => [i + 1]),
    read: (model, [i = 0]) => value.counter64(model.counter + BigInt(i)),
  },
]
const view = new AgentView(columns)
const model: Model = { names: Array.from({ length: 300 }, (_, i) => `port ${i}`), counter: (1n << 64n) - 10n }
const options = { address: '127.0.0.1', port: 0, readCommunity: 'public', writeCommunity: 'private' }

describe('agent and session', () => {
  let agent: Agent<Model>
  const sessions: SnmpSession[] = []
  const session = (community: string, version: 1 | 2 = 2, answerMs = 5_000) => {
    const made = new SnmpSession(
      { address: '127.0.0.1', port: agent.options.port, credentials: { version, community } },
      { answerMs, retries: 0 },
    )
    sessions.push(made)
    return made
  }
  const signal = () => AbortSignal.timeout(20_000)
  beforeAll(async () => {
    agent = await Agent.listen(view, model, options)
  })
  afterAll(async () => {
    for (const each of sessions) each.close()
    await agent.close()
  })

  it.each([1, 2] as const)('walks two columns of 300 rows with version %i', async (version) => {
    const seen: [number, string, unknown][] = []
    const oids = ['1.3.6.1.4.1.9.1', '1.3.6.1.4.1.9.2']
    await walkColumns(
      session('public', version),
      oids,
      (number, { oid, value }) => seen.push([number, oid, value]),
      signal(),
    )
    expect(seen).toHaveLength(600)
    const second = seen.filter(([number]) => number === 1)
    expect(second[0]).toEqual([1, '1.3.6.1.4.1.9.2.1', (1n << 64n) - 9n])
    // The counter wraps at 64 bits.
    expect(second[9]).toEqual([1, '1.3.6.1.4.1.9.2.10', 0n])
  })

  it.each([1, 2] as const)('gets what is there and null for the rest with version %i', async (version) => {
    const answers = await session('public', version).get(
      ['1.3.6.1.2.1.1.5.0', '1.3.6.1.2.1.1.9.0', '1.3.6.1.4.1.9.1.3'],
      signal(),
    )
    expect(answers.map((each) => (Buffer.isBuffer(each.value) ? String(each.value) : each.value))).toEqual([
      'switch',
      null,
      'port 2',
    ])
  })

  it.each([1, 2] as const)('reads rows by their index, many and absent ones too, with version %i', async (version) => {
    const table = { oid: '1.3.6.1.4.1.9', columns: { name: column(1, text(20)), octets: column(2, counter) } }
    const before = agent.requests
    const indexes = [...Array.from({ length: 40 }, (_, i) => String(i + 2)), '999']
    const rows = await readRows(session('public', version), table, ['name', 'octets'], indexes, signal())
    expect(rows).toHaveLength(40)
    expect(rows[39]).toEqual({ index: [41], name: 'port 40', octets: 31n })
    if (version === 2) expect(agent.requests - before).toBe(3)
  })

  it('sets with the right community only', async () => {
    const write = { oid: '1.3.6.1.4.1.9.1.1', type: 'octets', value: 'renamed' } as const
    await expect(session('public').set([write], signal())).rejects.toMatchObject({ kind: 'refused', status: 6 })
    await session('private').set([write], signal())
    expect(model.names[0]).toBe('renamed')
    const both = [
      { ...write, value: 'again' },
      { ...write, oid: '1.3.6.1.4.1.9.2.1' },
    ]
    await expect(session('private').set(both, signal())).rejects.toMatchObject({ kind: 'refused', status: 17 })
    expect(model.names[0]).toBe('renamed')
  })

  it('does not answer a wrong community', async () => {
    await expect(session('guess', 2, 150).get(['1.3.6.1.2.1.1.5.0'], signal())).rejects.toMatchObject({
      kind: 'timeout',
    })
  })

  it('keeps many sessions with one peer apart on the one socket', async () => {
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => session('public').get([`1.3.6.1.4.1.9.1.${i + 2}`], signal())),
    )
    expect(answers.map(([first]) => String(first?.value))).toEqual(answers.map((_, i) => `port ${i + 1}`))
  })
})

describe('encoding', () => {
  it('round-trips numbers and OIDs', () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        expect(integerOf(new BerReader(integerElement(number)).read(tag.integer).content)).toBe(number)
      }),
    )
    const oid = fc.tuple(
      fc.constantFrom(0, 1, 2),
      fc.nat(39),
      fc.array(fc.integer({ min: 0, max: 0xffffffff }), { maxLength: 20 }),
    )
    fc.assert(
      fc.property(oid, ([first, second, rest]) => {
        const numbers = [first, second, ...rest]
        expect(oidOf(new BerReader(oidElement(numbers)).read(tag.oid).content)).toEqual(numbers)
      }),
    )
  })

  it('takes no harm from any request', () => {
    const good = element(
      tag.sequence,
      integerElement(1),
      element(tag.octets, Buffer.from('public')),
      element(
        tag.getBulkRequest,
        integerElement(7),
        integerElement(0),
        integerElement(2_000_000_000),
        element(tag.sequence, element(tag.sequence, oidElement([1, 3]), element(tag.null))),
      ),
    )
    expect(decodeRequest(good).maxRepetitions).toBe(2_000_000_000)
    expect(answer(view, model, options, good)?.length).toBeLessThan(9_000)
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const packet = Buffer.from(good)
        for (const [at, byte] of changes) packet[at] = byte
        try {
          expect(answer(view, model, options, packet)?.length ?? 0).toBeLessThan(9_000)
        } catch (error) {
          expect((error as Error).name).toBe('BerError')
        }
      }),
      { numRuns: 1_500 },
    )
  }, 30_000)
})

describe('values', () => {
  it('reads counters, addresses and texts', () => {
    expect(counter64(Buffer.from('00ffffffffffffffff', 'hex'))).toBe((1n << 64n) - 1n)
    expect(macAddress(Buffer.from('0050c2a1b2c3', 'hex'))).toBe('00:50:c2:a1:b2:c3')
    expect(macAddress(Buffer.from('0050', 'hex'))).toBeNull()
    expect(cleanText(Buffer.from([0x41, 0xff, 0xfe, 0x00, 0x42]))).toBe('A B')
    expect(cleanText('a'.repeat(10_000), 10)).toBe('aaaaaaaaaa')
    expect(cleanText('😀😀😀', 5)).toBe('😀😀')
  })

  it('orders OIDs by numbers', () => {
    expect(compareOids('1.3.10', '1.3.9')).toBeGreaterThan(0)
    expect(compareOids('1.3', '1.3.0')).toBeLessThan(0)
    expect(compareOids('1.3.6', '1.3.6')).toBe(0)
  })

  it('puts ports into lists and takes them out', () => {
    expect(portsOf(Buffer.from([0x80, 0x01]))).toEqual([1, 16])
    const ports = fc.uniqueArray(fc.integer({ min: 1, max: 4096 }), { maxLength: 50 })
    fc.assert(
      fc.property(ports, (numbers) => {
        let list: Buffer = Buffer.alloc(0)
        for (const number of numbers) list = withPort(list, number, true)
        expect(portsOf(list)).toEqual([...numbers].sort((a, b) => a - b))
        for (const number of numbers) list = withPort(list, number, false)
        expect(portsOf(list)).toEqual([])
      }),
    )
  })
})
