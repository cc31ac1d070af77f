import { describe, expect, it } from 'vitest'
import { DnsError } from './errors.ts'
import { addition, CLASS, decodeMessage, encodeQuery, encodeUpdate, removal, TYPE } from './message.ts'
import { sign, type TsigKey, verify } from './tsig.ts'

// What nsupdate and dig of BIND 9.18 exchanged with BIND 9.18.
const key: TsigKey = {
  name: 'panel-update-512',
  algorithm: 'hmac-sha512',
  secret: Buffer.from(
    'cGFuZWwtdXBkYXRlLXNlY3JldC1vZi10aGUtbGFiLXRoYXQtaXMtYXMtbG9uZy1hcy1zaGE1MTItb3V0cHV0IQ==',
    'base64',
  ),
}
const time = 0x6b0443c7
const tsig = (mac: string, id: string) =>
  `1070616e656c2d7570646174652d3531320000fa00ff00000000005d0b686d61632d7368613531320000006b0443c7012c0040${mac}${id}00000000`
const zone = '013201300331393207696e2d61646472046172706100'
const update = `56c02800000100000002000101320130033139320${'7696e2d61646472046172706100000600010139c00c000c00ff000000000000c026000c000100000e1000120477656231076578616d706c6503636f6d00'}`
const updateMac =
  '049c551b1a472193356513255ce9edd9995c183962fec1aa0d4c2e2e0fdd19bd21cb0fb351817a1a3d8e49b8571ae924835d2fdbbbfe188f08d5acf73af73f99'
const updated = `56c0a80000010000000000${'01'}${zone}00060001${tsig('74f5f5f38fce9f5380884d8555de0a998a29966dfa77ee9a43b58db751a521c682362ef754c6113de2601f8debd67042426425cefd202b7ff3ea78f70e2c24e0', '56c0')}`
const query = `1c6e002000010000000000010237300132${'01300331393207696e2d61646472046172706100000c0001'}`
const queryMac =
  '8b8585a7ee20f68fd04c17d4bfd2bacc179957b125bfb0366458c5308d1c3d1d8cc31f3283e44a64c6c3cf8c97fbd9f04e181088146b4e31e1b9cdbfff55f748'
const answer = `1c6e8400000100010000000102373001320130${'0331393207696e2d61646472046172706100000c0001c00c000500010000012c001f0237300536342f3236013201300331393207696e2d61646472046172706100'}${tsig('0e7d756b236439c9576c0a159c3ff06b4471a719269f9625d00b46b1921d5d9a543f207f745d804d9c053cfb62d78c8857a13a013233cc9605c42b2d28b53ac4', '1c6e')}`

const bytes = (hex: string) => Buffer.from(hex, 'hex')
/** The message before it was signed: without the record that the last count counts. */
const unsigned = (hex: string) => {
  const message = bytes(hex)
  message.writeUInt16BE(0, 10)
  return message
}

describe('messages of others', () => {
  it.each([
    ['an update', update, updateMac, '56c0'],
    ['a query', query, queryMac, '1c6e'],
  ])('are signed as they sign them: %s', (_, plain, mac, id) => {
    const signed = sign(unsigned(plain), key, time)
    expect(signed.mac.toString('hex')).toBe(mac)
    expect(signed.bytes.toString('hex')).toBe(plain + tsig(mac, id))
  })

  it.each([
    ['an update', updated, updateMac],
    ['a query', answer, queryMac],
  ])('are believed when they answer %s, and not when a byte is another', (_, hex, mac) => {
    const whole = bytes(hex)
    const check = (raw: Buffer, now = time) => verify(raw, decodeMessage(raw), key, bytes(mac), now)
    expect(() => check(whole)).not.toThrow()
    expect(() => check(whole, time + 301)).toThrow('differ by 301 s')
    expect(() => verify(whole, decodeMessage(whole), key, bytes(mac).reverse(), time)).toThrow('signature')
    // The id in front is compared where the message is received; the signature has its own.
    for (let at = 2; at < whole.length; at++) {
      const other = Buffer.from(whole)
      other[at] = other[at]! ^ 0x81
      expect(() => check(other), `byte ${at}`).toThrow(DnsError)
    }
  })

  it('are read', () => {
    expect(decodeMessage(bytes(answer))).toMatchObject({
      id: 0x1c6e,
      isAnswer: true,
      authoritative: true,
      code: 0,
      questions: [{ name: '70.2.0.192.in-addr.arpa', type: TYPE.PTR, class: CLASS.IN }],
      answers: [
        { name: '70.2.0.192.in-addr.arpa', type: TYPE.CNAME, ttl: 300, target: '70.64/26.2.0.192.in-addr.arpa' },
      ],
      additional: [{ name: 'panel-update-512', type: TYPE.TSIG }],
    })
    expect(decodeMessage(bytes(`${update}${tsig(updateMac, '56c0')}`))).toMatchObject({
      opcode: 5,
      questions: [{ name: '2.0.192.in-addr.arpa', type: TYPE.SOA }],
      authorities: [
        { name: '9.2.0.192.in-addr.arpa', type: TYPE.PTR, class: CLASS.ANY, ttl: 0, target: null },
        { name: '9.2.0.192.in-addr.arpa', type: TYPE.PTR, class: CLASS.IN, ttl: 3600, target: 'web1.example.com' },
      ],
    })
  })
})

describe('our messages', () => {
  it('say what those of others say', () => {
    const name = '9.2.0.192.in-addr.arpa'
    const own = encodeUpdate(0x56c0, '2.0.192.in-addr.arpa', [
      removal(name, TYPE.PTR),
      addition(name, TYPE.PTR, 3600, 'web1.example.com'),
    ])
    const { authorities, ...rest } = decodeMessage(own)
    const theirs = decodeMessage(unsigned(update))
    expect(rest).toEqual({ ...theirs, authorities: undefined })
    const plain = (record: (typeof authorities)[number]) => ({ ...record, at: 0, data: record.target })
    expect(authorities.map(plain)).toEqual(theirs.authorities.map(plain))
  })

  it('are the bytes of RFC 1035 and 2136', () => {
    // Header: id, opcode 0, one question; name as labels, QTYPE 12, QCLASS 1.
    expect(encodeQuery(0x1234, { name: 'a.arpa', type: TYPE.PTR, class: CLASS.IN }).toString('hex')).toBe(
      '123400000001000000000000' + '0161' + '0461727061' + '00' + '000c' + '0001',
    )
    // Opcode 5, one zone (SOA), one update: delete an RRset with class ANY, TTL 0 and no data.
    expect(encodeUpdate(1, 'arpa', [removal('a.arpa', TYPE.PTR)]).toString('hex')).toBe(
      '000128000001000000010000' +
        '046172706100' +
        '0006' +
        '0001' +
        '0161' +
        '046172706100' +
        '000c' +
        '00ff' +
        '00000000' +
        '0000',
    )
  })
})
