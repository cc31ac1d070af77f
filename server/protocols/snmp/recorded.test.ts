import { afterEach, describe, expect, it } from 'vitest'
import { type AgentRequest, encodeResponse } from '../../simulation/peers/snmp/agent.ts'
import { scriptedAgent } from '../../simulation/peers/snmp/testing.ts'
import { interfaces } from './mibs/interfaces.ts'
import { lldpRemTable } from './mibs/lldp.ts'
import { portsOf } from './port-list.ts'
import { column, type Parser, readTable } from './table.ts'

// Varbinds as Net-SNMP 5.9.3 and lldpd 1.0.16 sent them.
const ports =
  '3010060a2b06010201020201020304027031300f060a2b0601020102020103030201063014060a2b06010201020201060304062a2f63c9bb283011060b2b060102011f01010106034602072a3011060b2b060102011f0101010f0342022710300f060a2b060102010202010e03410100'
const neighbour =
  '3013060e28c46201010201040101046403020201043018060e28c462010102010401010564030204065a165466df303016060e28c46201010201040101086403020404657468303019060e28c4620101020104010109640302040773657276657231'
const vlans =
  '3012060d2b0601020111070104030102010401003012060d2b06010201110701040501010142010a3012060d2b06010201110701040301020a0401f03012060d2b06010201110701040501010242010a'
const end = '301806132b06010603100105020106055f616c6c5f0100020101300506012c8200'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** A session with an agent that sends recorded varbinds once, and then that there is nothing more. */
async function playing(varbinds: string) {
  const after = (request: AgentRequest) => {
    const none = request.varbinds.map(() => Buffer.from(end, 'hex').subarray(-7))
    return encodeResponse(request, 0, 0, none)
  }
  let played = false
  const agent = await scriptedAgent((request) => {
    if (played) return after(request)
    played = true
    return encodeResponse(request, 0, 0, [Buffer.from(varbinds, 'hex')])
  })
  const session = agent.session()
  closers.push(
    () => agent.close(),
    () => session.close(),
  )
  return session
}
const signal = () => AbortSignal.timeout(20_000)

describe('what real agents sent', () => {
  it('is a port', async () => {
    const names = ['ifDescr', 'ifType', 'ifPhysAddress', 'ifHCInOctets', 'ifHighSpeed', 'ifInErrors'] as const
    expect(await readTable(await playing(ports), interfaces, names, signal())).toEqual([
      {
        index: [3],
        ifDescr: 'p1',
        ifType: 6,
        ifPhysAddress: '2a:2f:63:c9:bb:28',
        ifHCInOctets: 1834n,
        ifHighSpeed: 10_000,
        ifInErrors: 0n,
      },
    ])
  })

  it('is a neighbour', async () => {
    const names = ['lldpRemChassisIdSubtype', 'lldpRemChassisId', 'lldpRemPortDesc', 'lldpRemSysName'] as const
    expect(await readTable(await playing(neighbour), lldpRemTable, names, signal())).toEqual([
      {
        index: [100, 3, 2],
        lldpRemChassisIdSubtype: 4,
        lldpRemChassisId: Buffer.from('5a165466df30', 'hex'),
        lldpRemPortDesc: 'eth0',
        lldpRemSysName: 'server1',
      },
    ])
  })

  it('is ports of VLANs, in two tables side by side', async () => {
    const list: Parser<number[]> = (value) => (Buffer.isBuffer(value) ? portsOf(value) : null)
    const number: Parser<number> = (value) => (typeof value === 'number' ? value : null)
    const bridge = {
      oid: '1.3.6.1.2.1.17.7.1.4',
      columns: { egress: column('3.1.2', list), pvid: column('5.1.1', number) },
    }
    const rows = await readTable(await playing(vlans), bridge, ['egress', 'pvid'], signal())
    expect(rows).toEqual([
      { index: [1], egress: [], pvid: 10 },
      { index: [10], egress: [1, 2, 3, 4], pvid: null },
      { index: [2], egress: null, pvid: 10 },
    ])
  })

  it('is the end of everything', async () => {
    const session = await playing(end)
    const answers = await session.getBulk(['1.3.6.1.6.3.16.1.5.2.1.6', '1.4'], 1, signal())
    expect(answers[1]).toEqual([{ oid: '1.4', value: null }])
  })
})
