import { expect, it, vi } from 'vitest'
import { msg } from '../../shared/text.ts'
import { PeerMachine } from '../../simulation/peers/ipmi/machine.ts'
import { serverSensors } from '../../simulation/peers/ipmi/sensors.ts'
import { testInventory, testPeer } from '../../simulation/peers/ipmi/testing.ts'
import { SecureChannel } from './channel.ts'
import { Md5Channel, openOutside } from './channel15.ts'
import { chassisStatus } from './commands/chassis.ts'
import { parseFru, readFru } from './commands/fru.ts'
import { lanParameters } from './commands/lan.ts'
import { decodeSelEntry, readSel, selInfo } from './commands/sel.ts'
import { selText } from './commands/sensor-names.ts'
import { sensorsOf } from './commands/sensor-record.ts'
import { listSensors, readSensor } from './commands/sensors.ts'
import { listUsers } from './commands/users.ts'
import { IpmiError } from './errors.ts'
import { decodeMessage, encodeRequest } from './message.ts'
import { openSession } from './open.ts'
import { encode15, encodeOutside20 } from './packet.ts'
import { SolLine } from './sol/line.ts'
import { cipherSuite, suiteNumbers } from './suites.ts'

// IPMI_FUZZ=1000000 for a long run.
const packets = Number(process.env.IPMI_FUZZ ?? 20_000)
vi.setConfig({ testTimeout: 60_000 + packets })

/** Numbers below a limit, the same in every run. */
function dice(seed: number) {
  let state = seed >>> 0
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
const random = dice(0x1b31)
const noise = (most: number) => Buffer.from(Array.from({ length: random(most + 1) }, () => random(256)))

/** A sound packet with a few bytes changed, cut off or added, or mere noise. */
function spoil(sound: Buffer): Buffer {
  if (random(8) === 0) return noise(80)
  const bytes = Buffer.from(sound)
  for (let i = random(4); i >= 0 && bytes.length > 0; i--) bytes[random(bytes.length)] = random(256)
  if (random(4) === 0) return bytes.subarray(0, random(bytes.length + 1))
  return random(8) === 0 ? Buffer.concat([bytes, noise(40)]) : bytes
}

it('decoders meet spoilt packets and data without throwing', () => {
  const suite = cipherSuite(17)!
  const keys = { sessionKey: Buffer.alloc(32), integrityKey: Buffer.alloc(32, 1), cipherKey: Buffer.alloc(16, 2) }
  const sender = new SecureChannel(suite, keys, 1, 2)
  const receiver = new SecureChannel(suite, keys, 2, 1)
  const plain = new SecureChannel(cipherSuite(15)!, keys, 2, 1)
  const md5 = new Md5Channel('secret', 2, 1)
  const message = encodeRequest({ netFn: 7, command: 1, data: Buffer.alloc(9) }, 5)
  const machine = new PeerMachine({ users: [], sensors: serverSensors, inventory: testInventory })
  machine.setSensor(1, 99)
  const line = new SolLine({ send: () => {}, maxCharacters: 60, onCharacters: () => true })
  const sound = [
    () => sender.seal(0, message),
    () => encode15({ authType: 2, sequence: 3, sessionId: 2, authCode: Buffer.alloc(16), payload: message }),
    () => encodeOutside20(0x13, Buffer.alloc(60)),
  ]
  for (let i = 0; i < packets; i++) {
    const whole = sound[i % sound.length]!()
    const packet = spoil(whole)
    // The RMCP header is not covered by the integrity code: with another one the packet is still genuine.
    const genuine = packet.subarray(4).equals(whole.subarray(4)) && i % sound.length === 0
    if (!genuine) expect(receiver.open(packet)).toBeNull()
    for (const opened of [plain.open(packet), md5.open(packet), openOutside(packet)])
      if (opened) decodeMessage(opened.payload)
    const data = spoil(machine.records[i % machine.records.length]!)
    for (const sensor of sensorsOf(data)) expect(sensor.name.length).toBeLessThanOrEqual(65)
    parseFru(spoil(machine.fru))
    const event = spoil(machine.events[0]!)
    if (event.length === 16) selText(decodeSelEntry(event))
    suiteNumbers(spoil(Buffer.from([0xc0, 3, 1, 0x41, 0x81, 0xc1, 1, 2, 3, 4])))
    line.receive(spoil(Buffer.from([1, 1, 1, 0, 65, 66])))
  }
  line.stop(new Error('done'))
})

it('commands meet a controller that answers invalid data with an error or an answer, and come to an end', async () => {
  const rounds = Math.ceil(packets / 100)
  const signal = AbortSignal.timeout(60_000 + packets)
  for (let i = 0; i < rounds; i++) {
    let left = 300
    const on = {
      command: async () => {
        if (--left < 0) throw new IpmiError('timeout', msg`The controller went away`)
        if (random(10) === 0) throw new IpmiError('refused', msg`No`, { code: 0xc0 + random(32) })
        return noise(40)
      },
    }
    const record = sensorsOf(
      new PeerMachine({ users: [], sensors: serverSensors, inventory: testInventory }).records[0]!,
    )[0]!
    const commands = [listSensors, readSel, selInfo, readFru, chassisStatus, lanParameters, listUsers] as const
    for (const run of commands) await expectOutcome(run(on, signal))
    await expectOutcome(readSensor(on, record, signal))
  }
})

async function expectOutcome(outcome: Promise<unknown>): Promise<void> {
  await outcome.catch((error: unknown) => expect(error).toBeInstanceOf(IpmiError))
}

it('a session survives a flood of forged packets between its own', async () => {
  let flood = false
  const forged = (packet: Buffer) => (flood ? Array.from({ length: 20 }, () => spoil(packet)) : [])
  const made = await testPeer({ outgoing: (packet) => [...forged(packet), packet] })
  const signal = AbortSignal.timeout(60_000)
  // Only afterwards: errors of the key exchange are not signed, so a forger can always keep sessions from opening.
  const session = await openSession(made.target(), signal)
  flood = true
  for (let i = 0; i < 50; i++) expect(await chassisStatus(session, signal)).toMatchObject({ powerOn: false })
  await session.close()
  await made.close()
})
