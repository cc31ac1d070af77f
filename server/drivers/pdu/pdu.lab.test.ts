import { once } from 'node:events'
import { connect } from 'node:net'
import { currentLab, labDevices } from '../../../e2e/lab/api.ts'
import { labSignIn } from '../../../e2e/lab/device.ts'
import { pduContract } from './contract.ts'
import { pduDriver } from './registry.ts'

const [pdu] = labDevices(currentLab(), 'pdu')
if (!pdu) throw new Error('These tests need a lab with a PDU: lab.ts up --pdus 1')
const target = (community: string) => ({ address: pdu.address, snmp: { version: 'snmp_v2c' as const, community } })

/** Whether the server behind an outlet answers. */
async function powered(outlet: number): Promise<boolean> {
  const socket = connect(7_000 + outlet, pdu!.address)
  return once(socket, 'connect')
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy())
}

pduContract('a PDU that feeds machines', {
  driver: pduDriver('apc_snmp'),
  target: () => target(labSignIn.writeCommunity),
  outlets: pdu.ports,
  outlet: 2,
  neighbour: 3,
  powered,
  refusals: [
    {
      what: 'credentials that may only read',
      target: () => target(labSignIn.readCommunity),
      code: 'device_rejected',
      words: /write access/,
    },
  ],
})
