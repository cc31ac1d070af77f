import { isIPv4 } from 'node:net'
import { cleanLatin, untilZero } from '../../../protocols/ipmi/bytes.ts'
import { completion } from '../../../protocols/ipmi/errors.ts'
import { netFn } from '../../../protocols/ipmi/message.ts'
import { chassisHandlers } from './chassis-handlers.ts'
import type { PeerMachine } from './machine.ts'
import { type Handlers, ok, okBytes, reject } from './replies.ts'
import { storageHandlers } from './storage-handlers.ts'

const user = (machine: PeerMachine, id: number | undefined) =>
  machine.users.find((each) => each.id === ((id ?? 0) & 0x3f))

function userAccess(machine: PeerMachine, data: Buffer) {
  const count = Math.max(...machine.users.map(({ id }) => id))
  const id = (data[1] ?? 0) & 0x3f
  if (id < 1 || id > count) return reject(completion.outOfRange)
  const found = user(machine, id)
  const status = found?.enabled ? 0x40 : 0x80
  return ok(
    count,
    status | machine.users.filter(({ enabled }) => enabled).length,
    1,
    found ? 0x10 | found.privilege : 0x0f,
  )
}

function setPassword(machine: PeerMachine, data: Buffer) {
  const found = user(machine, data[0])
  if (!found || data.length < 2) return reject(completion.invalidField)
  const text = untilZero(data.subarray(2)).toString('utf8')
  if ((data[1]! & 3) <= 1) found.enabled = (data[1]! & 3) === 1
  else if ((data[1]! & 3) === 2) found.password = text
  else if (found.password !== text) return reject(0x80)
  return ok()
}

const appHandlers: Handlers = {
  1: [2, () => ok(0x20, 0x01, 0x01, 0x45, 0x02, 0xbf, 0x7c, 0x2a, 0x00, 0x62, 0x08)],
  55: [2, ({ guid }) => okBytes(guid)],
  // Get Channel Info (22.24): an Ethernet channel of IPMB protocol with sessions.
  66: [2, () => ok(0x01, 0x04, 0x01, 0x80, 0xf2, 0x1b, 0x00, 0, 0)],
  67: [
    4,
    (machine, data) => {
      const found = user(machine, data[1])
      if (!found) return reject(completion.invalidField)
      found.privilege = (data[2] ?? 0) & 0x0f
      return ok()
    },
  ],
  68: [3, userAccess],
  69: [
    4,
    (machine, data) => {
      const found = user(machine, data[0])
      if (!found || data.length < 17) return reject(completion.invalidField)
      found.name = cleanLatin(untilZero(data.subarray(1, 17)), 16)
      return ok()
    },
  ],
  70: [
    3,
    (machine, data) => {
      const name = Buffer.alloc(16)
      name.write(user(machine, data[0])?.name ?? '', 'latin1')
      return okBytes(name)
    },
  ],
  71: [4, setPassword],
}

function lanParameter({ lan }: PeerMachine, data: Buffer) {
  const address = isIPv4(lan.address) ? lan.address.split('.').map(Number) : [0, 0, 0, 0]
  const mac = [...Buffer.from(lan.mac.replaceAll(':', ''), 'hex')]
  switch (data[1]) {
    case 3:
      return ok(0x11, ...address)
    case 4:
      return ok(0x11, 1)
    case 5:
      return ok(0x11, ...mac)
    case 6:
      return ok(0x11, 255, 255, 255, 0)
    case 12:
      return ok(0x11, ...address.slice(0, 3), 1)
    case 20:
      return ok(0x11, 0, 0)
    default:
      return reject(0x80)
  }
}

function sensorReading(machine: PeerMachine, data: Buffer) {
  const sensor = machine.sensors.find(({ number }) => number === data[0])
  if (!sensor) return reject(completion.absent)
  // Without power only the controller's own surroundings are measured: temperatures.
  const measured = machine.on || sensor.type === 1
  return measured ? ok(sensor.raw, 0xc0, machine.passed(sensor), 0) : ok(0, 0xe0, 0, 0)
}

function sensorThresholds(machine: PeerMachine, data: Buffer) {
  const sensor = machine.sensors.find(({ number }) => number === data[0])
  if (!sensor) return reject(completion.absent)
  const mask = sensor.thresholds.reduce<number>((bits, value, bit) => (value === null ? bits : bits | (1 << bit)), 0)
  return ok(mask, ...Array.from({ length: 6 }, (_, bit) => sensor.thresholds[bit] ?? 0))
}

/** What the peer knows to do within sessions, beside what concerns the session itself. */
export const handlers: Record<number, Handlers> = {
  [netFn.chassis]: chassisHandlers,
  [netFn.sensor]: { 45: [2, sensorReading], 39: [2, sensorThresholds] },
  [netFn.app]: appHandlers,
  [netFn.storage]: storageHandlers,
  [netFn.transport]: {
    2: [3, lanParameter],
    // SOL configuration: enabled, nothing more to tell.
    34: [2, (_machine, data) => (data[1] === 0 ? ok(0x11, 0) : data[1] === 1 ? ok(0x11, 1) : reject(0x80))],
  },
}
