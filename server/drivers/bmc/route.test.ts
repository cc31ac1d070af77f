import { spawn } from 'node:child_process'
import path from 'node:path'
import { Duplex } from 'node:stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { selfSignedCertificate } from '../../protocols/pinned-http/self-signed.ts'
import { RelayClient } from '../../protocols/relay/client.ts'
import { soon } from '../../shared/testing/soon.ts'
import { startAmtPeer } from '../../simulation/devices/bmc/amt-peer.ts'
import { serveBmc, simulatedBmc } from '../../simulation/devices/bmc/bmc.ts'
import { SimulatedMachine } from '../../simulation/devices/bmc/machine.ts'
import { startRedfishPeer } from '../../simulation/devices/bmc/redfish-peer.ts'
import { AmtBmc } from './amt/connection.ts'
import { bmcDriver } from './registry.ts'
import type { BmcConnection } from './types.ts'

const user = { username: 'admin', password: 'P@ssw0rd' }
const address = '127.0.0.1'
let route: RelayClient

beforeAll(async () => {
  const program = path.join(import.meta.dirname, '../../protocols/relay/relay.py')
  const { stdin, stdout } = spawn('python3', [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  route = await RelayClient.start(Duplex.from({ readable: stdout, writable: stdin }), soon())
})
afterAll(() => route.close())

async function switchOn(bmc: BmcConnection) {
  expect(await bmc.power(soon())).toBe('off')
  await bmc.setPower('on', soon())
  expect(await bmc.power(soon())).toBe('on')
  const console = await bmc.sol({ takeOver: false }, soon())
  const heard = new Promise<string>((resolve) => console.once('data', (chunk: Buffer) => resolve(chunk.toString())))
  console.on('error', () => {})
  console.write('\r')
  expect((await heard).length).toBeGreaterThan(0)
  console.destroy()
  await bmc.close()
}

it('IPMI: requests and console through a relay', async () => {
  const peer = await serveBmc(simulatedBmc({ name: 'far', ...user }), { address, port: 0 })
  await switchOn(bmcDriver('ipmi').connect({ address, port: peer.port, ...user, route }))
  await peer.close()
})

it('AMT: requests and console through a relay', async () => {
  const peer = await startAmtPeer({ machine: new SimulatedMachine(), ...user, tls: selfSignedCertificate('amt') })
  await switchOn(new AmtBmc({ address, port: peer.httpPort, ...user, route }, { redirection: peer.redirectionPort }))
  await peer.close()
})

it('Redfish: requests through a relay, held to the pin', async () => {
  const tls = selfSignedCertificate('far')
  const peer = await startRedfishPeer({ machine: new SimulatedMachine(), ...user, tls })
  const target = { address, port: peer.port, ...user, route }
  const bmc = bmcDriver('redfish').connect(target)
  await bmc.setPower('on', soon())
  expect(await bmc.power(soon())).toBe('on')
  const other = bmcDriver('redfish').connect({ ...target, identity: 'AB:'.repeat(31).concat('AB') })
  await expect(other.power(soon())).rejects.toMatchObject({ value: 'identity' })
  await Promise.all([bmc.close(), other.close()])
  await peer.close()
})
