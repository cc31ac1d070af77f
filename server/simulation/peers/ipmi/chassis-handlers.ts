import { type BootDevice, bootDevices } from '../../../protocols/ipmi/commands/chassis.ts'
import { completion } from '../../../protocols/ipmi/errors.ts'
import type { PeerMachine } from './machine.ts'
import { type Handlers, ok, reject } from './replies.ts'

function control(machine: PeerMachine, action: number | undefined) {
  switch (action) {
    case 0:
    case 5:
      machine.setPower(false)
      return ok()
    case 1:
      machine.setPower(true)
      return ok()
    case 2:
    case 3:
      // Neither makes sense for a server that is off.
      if (!machine.on) return reject(completion.unsupportedState)
      machine.setPower(false)
      machine.setPower(true)
      return ok()
    default:
      return reject(completion.invalidField)
  }
}

function setBoot(machine: PeerMachine, data: Buffer) {
  const parameter = data[0]! & 0x7f
  if (parameter === 0 || parameter === 4) return ok()
  if (parameter !== 5 || data.length < 3) return reject(0x80)
  const selector = (data[2]! >> 2) & 0x0f
  const device = (Object.keys(bootDevices) as BootDevice[]).find((name) => bootDevices[name] === selector)
  if (device === undefined) return reject(completion.invalidField)
  const valid = (data[1]! & 0x80) !== 0
  machine.boot = valid ? { device, persistent: (data[1]! & 0x40) !== 0, efi: (data[1]! & 0x20) !== 0 } : null
  return ok()
}

function getBoot(machine: PeerMachine, data: Buffer) {
  const parameter = (data[0] ?? 0) & 0x7f
  if (parameter === 0) return ok(1, parameter, 0)
  if (parameter !== 5) return reject(0x80)
  const { boot } = machine
  if (!boot) return ok(1, 5, 0, 0, 0, 0, 0)
  const first = 0x80 | (boot.persistent ? 0x40 : 0) | (boot.efi ? 0x20 : 0)
  return ok(1, 5, first, bootDevices[boot.device] << 2, 0, 0, 0)
}

/** Chassis commands (IPMI 2.0, 28). */
export const chassisHandlers: Handlers = {
  1: [2, ({ on, identify }) => ok(on ? 0x01 : 0, 0, 0x40 | (identify === 'on' ? 0x20 : identify > 0 ? 0x10 : 0), 0)],
  2: [3, (machine, data) => control(machine, data[0])],
  4: [
    3,
    (machine, data) => {
      machine.identify = data[1] === 1 ? 'on' : (data[0] ?? 15)
      return ok()
    },
  ],
  8: [3, (machine, data) => (data.length < 1 ? reject(completion.lengthInvalid) : setBoot(machine, data))],
  9: [3, getBoot],
}
