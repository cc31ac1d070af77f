import { Duplex } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { NetconfError } from './errors.ts'
import { frame, MessageReader } from './framing.ts'
import { NetconfSession } from './session.ts'
import { child, parseXml, serialize, textAt, xml } from './xml.ts'

// A busy test host takes its time.
vi.setConfig({ testTimeout: 30_000 })

const signal = () => AbortSignal.timeout(5_000)
const base10 = 'urn:ietf:params:netconf:base:1.0'
const base11 = 'urn:ietf:params:netconf:base:1.1'
const hello = (...uris: string[]) =>
  `<nc:hello xmlns:nc="urn:ietf:params:xml:ns:netconf:base:1.0"><nc:capabilities>${uris
    .map((uri) => `<nc:capability>\n ${uri} </nc:capability>`)
    .join('')}</nc:capabilities><nc:session-id>7</nc:session-id></nc:hello>]]>]]>`

/** A scripted peer; `heard` is what was written to it. */
function peer(onWrite: (text: string, say: (text: string | Buffer) => void) => void = () => {}) {
  const heard: string[] = []
  const stream: Duplex = new Duplex({
    allowHalfOpen: false,
    read() {},
    write(chunk: Buffer, _encoding, done) {
      heard.push(chunk.toString())
      onWrite(chunk.toString(), (text) => stream.push(text))
      done()
    },
  })
  return { stream, heard, say: (text: string | Buffer) => stream.push(text) }
}

const idOf = (text: string) => /message-id="(\d+)"/.exec(text)?.[1] ?? ''
const failure = (promise: Promise<unknown>) => promise.then(() => null).catch((error: NetconfError) => error.kind)

describe('session', () => {
  it.each([
    ['base 1.0', [base10], false],
    ['base 1.1 in chunks of any size', [base10, base11], true],
  ] as const)('asks and is answered: %s', async (_what, uris, chunked) => {
    const { stream, heard, say } = peer((text) => {
      const id = idOf(text)
      if (!id) return
      const reply = `<rpc-reply message-id="${id}"><data><name>caf\u00e9 &lt;1&gt; &#x41;</name></data></rpc-reply>`
      const bytes = Buffer.from(reply)
      const parts = [bytes.subarray(0, 40), bytes.subarray(40)]
      say(
        chunked
          ? Buffer.concat(
              parts.flatMap((part) => [Buffer.from(`\n#${part.length}\n`), part]).concat(Buffer.from('\n##\n')),
            )
          : frame(reply, false),
      )
    })
    say(hello(...uris))
    const session = await NetconfSession.open(stream, signal())
    expect(session.sessionId).toBe('7')
    const reply = await session.rpc(xml('get', [xml('x', 'a<b')]), signal())
    expect(textAt(child(reply, 'data'), 'name')).toBe('caf\u00e9 <1> A')
    expect(heard[1]).toContain('<x>a&lt;b</x>')
    expect(heard[1]?.startsWith('\n#')).toBe(chunked)
    session.close()
    expect(await failure(session.rpc(xml('get'), signal()))).toBe('lost')
  })

  it('understands the names that old servers give to what they can', async () => {
    const { stream, say } = peer()
    const old = 'urn:ietf:params:xml:ns:netconf'
    say(hello(`${old}:base:1.0`, `${old}:capability:candidate:1.0`, `${old}:capability:confirmed-commit:1.0`))
    const session = await NetconfSession.open(stream, signal())
    expect(['candidate', 'confirmed-commit', 'validate'].map((name) => session.can(name))).toEqual([true, true, false])
    expect(session.can('confirmed-commit', '1.1')).toBe(false)
    session.close()
  })

  it('tells errors from warnings', async () => {
    const { stream, say } = peer((text, answer) => {
      const severity = text.includes('<bad/>') ? 'error' : 'warning'
      const error = `<rpc-error><error-tag>data-missing</error-tag><error-severity>${severity}</error-severity><error-message> no such thing </error-message></rpc-error>`
      if (idOf(text)) answer(frame(`<rpc-reply message-id="${idOf(text)}">${error}<ok/></rpc-reply>`, false))
    })
    say(hello(base10))
    const session = await NetconfSession.open(stream, signal())
    await session.rpc(xml('good'), signal())
    await expect(session.rpc(xml('bad'), signal())).rejects.toMatchObject({
      kind: 'refused',
      tag: 'data-missing',
      message: 'no such thing',
    })
    session.close()
  })

  it.each([
    ['a document type', '<!DOCTYPE x [<!ENTITY a "aaaa">]><hello>&a;</hello>]]>]]>'],
    ['no XML', 'Welcome!]]>]]>'],
    ['unknown versions', hello('urn:something:else')],
    ['depth', `${'<a>'.repeat(5_000)}${'</a>'.repeat(5_000)}]]>]]>`],
    ['bytes without end', Buffer.alloc(2 << 20, 0x61)],
  ] as const)('ends a session with %s', async (_what, text) => {
    const { stream, say } = peer()
    say(text)
    expect(await failure(NetconfSession.open(stream, signal(), { maxMessage: 1 << 20 }))).toBe('protocol_error')
    expect(stream.destroyed).toBe(true)
  })

  it('ends without an answer, and when the peer goes away', async () => {
    const silent = peer()
    expect(await failure(NetconfSession.open(silent.stream, signal(), { answerMs: 30 }))).toBe('timeout')
    const gone = peer()
    const opening = failure(NetconfSession.open(gone.stream, signal()))
    gone.stream.push(null)
    expect(await opening).toBe('lost')
  })
})

describe('framing', () => {
  it('gives messages whole, however they are cut', () => {
    const message = fc.string({ maxLength: 200 }).filter((text) => !text.includes(']]>'))
    fc.assert(
      fc.property(
        fc.array(message.filter(Boolean), { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        fc.nat(40),
        (texts, chunked, size) => {
          const reader = new MessageReader(10_000)
          reader.chunked = chunked
          const bytes = Buffer.from(texts.map((text) => frame(text, chunked)).join(''))
          const got: string[] = []
          for (let at = 0; at < bytes.length; at += size + 1) {
            reader.push(bytes.subarray(at, at + size + 1))
            for (let text = reader.next(); text !== null; text = reader.next()) got.push(text)
          }
          expect(got).toEqual(texts.map((text) => Buffer.from(text).toString()))
        },
      ),
    )
  })

  it('refuses broken chunks and keeps within its limit', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\n', '#', '1', '9', '0', 'a') }), (text) => {
        const reader = new MessageReader(1_000)
        reader.chunked = true
        reader.push(Buffer.from(text))
        try {
          while (reader.next() !== null);
        } catch (error) {
          expect(error).toBeInstanceOf(NetconfError)
        }
      }),
      { numRuns: 2_000 },
    )
    const reader = new MessageReader(1_000)
    reader.chunked = true
    reader.push(Buffer.from('\n#4294967295\n'))
    expect(() => reader.next()).toThrow(/too long/)
  })
})

describe('XML', () => {
  it('reads back what it writes', () => {
    const text = fc.string({ unit: 'grapheme' }).filter((each) => !/[^\P{C}]/u.test(each) && each.trim() === each)
    fc.assert(
      fc.property(text, text, (content, attribute) => {
        const element = xml('a', [xml('b', content, { c: attribute })])
        expect(parseXml(serialize(element))).toEqual(element)
      }),
    )
  })

  it('refuses what XML cannot carry and takes no harm from anything', () => {
    expect(() => serialize(xml('a', '\u0000'))).toThrow(NetconfError)
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('<', '>', '/', 'a', '"', '=', '&', ';', '!', '[', ']', '-', '?', ' ') }),
        (text) => {
          try {
            parseXml(text)
          } catch (error) {
            expect(error).toBeInstanceOf(NetconfError)
          }
        },
      ),
      { numRuns: 3_000 },
    )
  })

  it('takes large answers, and refuses what is too long', () => {
    const ports = Array.from({ length: 2_000 }, (_, i) =>
      xml('interface', [xml('name', `ge-0/0/${i}`), xml('mtu', '1514')]),
    )
    const text = serialize(xml('data', ports))
    expect(parseXml(text).children).toHaveLength(2_000)
    const long = `<a b="${'x'.repeat(10 << 20)}"/>`
    expect(() => parseXml(long)).toThrow(/too long/)
  })
})
