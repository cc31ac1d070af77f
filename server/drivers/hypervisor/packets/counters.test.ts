import { expect, test } from 'vitest'
import { parseCounters } from './counters.ts'
import { tapName } from './names.ts'

const one = tapName('vm_1', '52:54:00:00:00:01')
const two = tapName('vm_1', '52:54:00:00:00:02')
const other = tapName('vm_2', '52:54:00:00:00:01')
const chain = (name: string, ...rules: string[]) =>
  `\tchain ${name} {\n${rules.map((rule) => `\t\t${rule}\n`).join('')}\t}\n`

test('a rule is counted over its parts and over all interfaces of its domain, forged packets apart', () => {
  const tcp = 'tcp dport 1-2 counter packets 3 bytes 300 drop comment "1"'
  const udp = 'udp dport 1-2 counter packets 4 bytes 400 drop comment "1"'
  const forged = 'ether saddr != 52:54:00:00:00:01 counter packets 5 bytes 500 drop comment "forged"'
  const listing = [
    chain(`${one}.in`, tcp, udp),
    chain(`${two}.in`, tcp),
    chain(`${other}.in`, tcp),
    chain(`${one}.src`, forged),
  ]
  expect(parseCounters('vm_1', listing.join(''))).toEqual({
    rules: [
      { packets: 0, bytes: 0 },
      { packets: 10, bytes: 1000 },
    ],
    forged: { packets: 5, bytes: 500 },
  })
  expect(parseCounters('vm_3', listing.join(''))).toEqual({ rules: [], forged: { packets: 0, bytes: 0 } })
})

test('a number beyond all rules makes no list beyond all memory', () => {
  const rule = 'counter packets 1 bytes 1 drop comment "9999"'
  expect(parseCounters('vm_1', chain(`${one}.in`, rule)).rules).toHaveLength(1025)
})
