import { describe, expect, it } from 'vitest'
import { collectSaid } from '../../e2e/support/said/collect.ts'
import catalogue from './refusals.ru.json' with { type: 'json' }
import { refusalReader } from './refusals.ts'

/** Errors whose words people read: refusals, and what protocols say of devices, which refusals quote. */
const classes = {
  PanelError: 1,
  TaskFault: 1,
  SftpError: 1,
  SshError: 1,
  IpmiError: 1,
  RfbError: 1,
  WsmanError: 1,
  RedirectionError: 1,
  RelayError: 1,
  HttpError: 1,
  SnmpError: 1,
  NetconfError: 1,
  RedfishError: 1,
  ConnectionLostError: 0,
  ProtocolError: 0,
}

const holesOf = (text: string) => [...new Set([...text.matchAll(/\{(\d+)(?::word)?\}/g)].map(([, n]) => n))].sort()
const sentences = [...Object.entries(catalogue.said), ...Object.entries(catalogue.composed)]

/** What may stay as it is: what is filled in, names of fields, commands, paths, addresses; never two words beside each other. */
const isData = (part: string) => !/[A-Za-z]{2,} +[A-Za-z]{2,}/.test(part.replace(/‹\d+›/g, ''))

describe('the catalogue of refusals', () => {
  it('fills in the same things', () => {
    for (const [sentence, translation] of sentences) expect(holesOf(translation), sentence).toEqual(holesOf(sentence))
  })

  it('numbers holes from the left, with something between them', () => {
    for (const [sentence] of sentences) {
      const numbers = [...sentence.matchAll(/\{(\d+)\}/g)].map(([, n]) => Number(n))
      expect(numbers, sentence).toEqual(numbers.map((_, i) => i))
      expect(sentence).not.toMatch(/\}\{/)
    }
  })

  it('says nothing twice, and nothing loudly', () => {
    for (const sentence of Object.keys(catalogue.composed)) expect(Object.keys(catalogue.said)).not.toContain(sentence)
    for (const [, translation] of sentences) expect(translation).not.toContain('!')
  })
})

describe('a text of the server', () => {
  const read = refusalReader(catalogue)

  it.each([
    ['Server web-01 is protected: take the protection off first', 'Сервер web-01 защищён: сначала снимите защиту'],
    // The longest words of its own win over `{0} {1} does not exist`.
    ['Management controller of server 7 does not exist', 'Контроллер управления сервера 7 не существует'],
    [
      'Location FRA1 is in use by 3 racks (A01, A02, A03)',
      'Площадка FRA1 используется: стойки, всего 3: A01, A02, A03',
    ],
    [
      'Rack A01 is in use by 1 server (web-01) and 2 PDUs (a, b)',
      'Стойка A01 используется: сервер web-01 и PDU, всего 2: a, b',
    ],
    ['ip_list: At most 1000 items', 'ip_list: Не больше 1000 элементов'],
    ['where: expected a field, found the end at position 5', 'where: ожидалось поле, а стоит конец (позиция 5)'],
    ['Port 5 does not exist', 'Порт 5 не существует'],
  ])('%s', (english, russian) => expect(read(english)).toBe(russian))

  it('is read to the depth of what it quotes', () =>
    expect(
      read(
        'The server is off, but not all of its feeds. Outlet 3 of PDU 7 could not be switched off: The PDU at 10.0.0.9 cannot be reached: connect ECONNREFUSED 10.0.0.9:161. Outlet 4 of PDU 8 could not be switched off: the PDU has no outlet 4',
      ),
    ).toBe(
      'Сервер выключен, но не все его вводы. Розетку 3 у PDU 7 выключить не удалось: Нет связи с устройством (PDU 10.0.0.9): соединение отклонено (10.0.0.9:161). Розетку 4 у PDU 8 выключить не удалось: у PDU нет розетки 4',
    ))

  it.each([
    [
      'The controller at 10.0.0.5 does not answer over IPMI. Check that it has power, is reachable fr…',
      'Контроллер 10.0.0.5 не отвечает по IPMI. Проверьте питание, доступность отсюда и то, что IPMI over LAN включён',
    ],
    ['The web page of the controller does not ans…', 'Веб-страница контроллера не отвечает вовремя'],
    ['Switch ab…', 'Switch ab…'],
  ])('is known when it was cut off: %s', (english, russian) => expect(read(english)).toBe(russian))

  it('stays as it is when nobody knows it', () => {
    for (const text of ['', '42', 'Lp0 on fire', 'web-01, web-02', 'Ошибка: 5', 'a: b; c. d'])
      expect(read(text)).toBe(text)
  })

  it('keeps names as they are, whatever they look like', () => {
    for (const name of ['{0}', '{1}', '$1', '$&', '\\', '(.*)+', '[', '{0:word}', 'Server', 'конец', '__proto__'])
      expect(read(`Server ${name} is protected: take the protection off first`)).toBe(
        `Сервер ${name} защищён: сначала снимите защиту`,
      )
    expect(read('Thing constructor does not exist')).toBe('Thing constructor не существует')
  })

  // The time limit of a test is the bound.
  it('never takes long, however it is made', () => {
    const hostile = [
      'a: '.repeat(1300),
      '. '.repeat(2000),
      'is in use by '.repeat(300),
      `${'The repository cannot be read: '.repeat(120)}x`,
      'Server '.repeat(500),
      `Server ${'x of y is '.repeat(390)}`,
      'x'.repeat(3_000_000),
      ', ; . : '.repeat(490),
      `${'Server x'.repeat(48)}…`,
    ]
    for (const text of hostile) expect(read(text).length).toBeLessThan(4_000_000)
  })
})

describe('what the server says', () => {
  const missing = new Set<string>()
  const used = new Set<string>()
  const read = refusalReader(catalogue, {
    used: (sentence) => used.add(sentence),
    missed: (part) => isData(part) || missing.add(part),
  })
  const said = collectSaid(classes)
  for (const { template, at } of said) {
    // Codes for programs, no sentences.
    if (/^[a-z_]*$/.test(template)) continue
    const before = missing.size
    read(template.replace(/\{(\d+)\}/g, '‹$1›'))
    if (missing.size > before) console.info(`${at}: ${template}`)
  }

  it('is found in the sources', () => expect(said.length).toBeGreaterThan(1000))

  it('is in the catalogue', () => expect([...missing]).toEqual([]))

  it('is in the catalogue only when it is said', () => {
    const needless = Object.keys(catalogue.said).filter((sentence) => !used.has(sentence))
    expect(needless).toEqual([])
  })
})
