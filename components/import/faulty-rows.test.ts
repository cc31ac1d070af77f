import { expect, it } from 'vitest'
import { quote } from '../../server/shared/text.ts'
import { faultyRows } from './faulty-rows.ts'

const row = (line: number, words: string, field = '') => ({
  line,
  kind: 'server' as const,
  name: 'x',
  outcome: 'error' as const,
  changes: [],
  errors: [{ field, words, text: quote(words) }],
})
const text = 'name;rack;note\r\ns1;A;"two\nlines"\r\ns2;B\r\n\r\ns3;C;=1\r\n'

it('keeps the head and the faulty rows, and says what is wrong', () => {
  const file = faultyRows(text, [row(4, 'There is no rack B', 'rack'), row(6, 'Taken')], (said) =>
    String(said).toUpperCase(),
  )
  expect(file).toBe('name;rack;note;#errors\r\ns2;B;;rack: THERE IS NO RACK B\r\ns3;C;"\'=1";TAKEN\r\n')
})
