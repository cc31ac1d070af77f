import { describe, expect, test } from 'vitest'
import { parseXml, textAt, xml } from '../netconf/xml.ts'
import { bootSettings } from './amt/boot.ts'
import { decodeEvent, eventText } from './amt/event-log.ts'
import { smbiosUuid } from './amt/inventory.ts'
import { envelope, openEnvelope, reference } from './envelope.ts'

describe('envelopes', () => {
  test('carry action, class, selectors and an escaped body', () => {
    const body = [xml('r:Do_INPUT', [reference('r:Source', 'CIM_BootSourceSetting', { InstanceID: 'a<b&"c"' })])]
    const root = parseXml(envelope({ action: 'urn:x', className: 'AMT_Thing', selectors: { Name: 'one' }, body }))
    expect(textAt(root, 'Header', 'Action')).toBe('urn:x')
    expect(textAt(root, 'Header', 'ResourceURI')).toBe('http://intel.com/wbem/wscim/1/amt-schema/1/AMT_Thing')
    expect(textAt(root, 'Header', 'SelectorSet', 'Selector')).toBe('one')
    const source = ['Body', 'Do_INPUT', 'Source', 'ReferenceParameters', 'SelectorSet', 'Selector']
    expect(textAt(root, ...source)).toBe('a<b&"c"')
  })

  const envelopeOf = (body: string) => `<e:Envelope xmlns:e="x"><e:Header/><e:Body>${body}</e:Body></e:Envelope>`

  test('faults become errors with code and reason', () => {
    const fault =
      '<e:Fault><e:Code><e:Value>e:Sender</e:Value><e:Subcode><e:Value>w:AccessDenied</e:Value></e:Subcode></e:Code><e:Reason><e:Text>no</e:Text></e:Reason></e:Fault>'
    expect(() => openEnvelope(envelopeOf(fault))).toThrow(
      expect.objectContaining({ kind: 'fault', code: 'AccessDenied', message: 'no' }),
    )
  })

  const laughs = `<!DOCTYPE x [<!ENTITY a "${'ha'.repeat(10)}"><!ENTITY b "&a;&a;&a;">]>${envelopeOf('&b;')}`
  test.each([
    ['entities', laughs],
    ['an external entity', `<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]>${envelopeOf('&a;')}`],
    ['a giant attribute', envelopeOf(`<x y="${'z'.repeat(3 << 20)}"/>`)],
    ['depth', '<a>'.repeat(3_000)],
    ['a page', '<html><body>Sign in</body></html>'],
    ['nothing', ''],
    ['no XML', '{"a":1}'],
  ])('refuses %s', (_what, text) => {
    expect(() => openEnvelope(text)).toThrow(expect.objectContaining({ name: 'WsmanError', kind: 'protocol_error' }))
  })
})

describe('Intel AMT', () => {
  test('boot settings go back in their order, without what is read-only and without old choices', () => {
    const current = parseXml(
      '<x><BIOSLastStatus>0</BIOSLastStatus><BIOSSetup>true</BIOSSetup><ElementName>n</ElementName><UseSOL>true</UseSOL><WinREBootEnabled>true</WinREBootEnabled></x>',
    )
    const shown = (device: 'pxe' | 'bios') => bootSettings(current, device).map(({ name, text }) => [name, text])
    expect(shown('pxe')).toEqual([
      ['BIOSSetup', 'false'],
      ['ElementName', 'n'],
      ['UseSOL', 'false'],
    ])
    expect(shown('bios')[0]).toEqual(['BIOSSetup', 'true'])
  })

  test('events: a record has 21 bytes, others are none', () => {
    const event = decodeEvent(Buffer.from('25355769ff0f6f0268010022004013000000000000', 'hex').toString('base64'))
    expect(event).toMatchObject({
      time_s: 0x69573525,
      sensorType: 15,
      eventType: 0x6f,
      offset: 2,
      severity: 1,
      entity: 34,
    })
    expect(event && eventText(event)).toBe('Firmware progress: starting the operating system')
    expect(decodeEvent('AAAA')).toBeNull()
    expect(decodeEvent('A'.repeat(1 << 20))).toBeNull()
  })

  test('UUIDs are turned from the order of SMBIOS', () => {
    expect(smbiosUuid('33221100554477668899AABBCCDDEEFF')).toBe('00112233-4455-6677-8899-aabbccddeeff')
    expect(smbiosUuid('<script>')).toBe('')
  })
})
