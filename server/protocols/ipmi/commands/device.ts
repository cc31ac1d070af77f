import { msg } from '../../../shared/text.ts'
import { atLeast } from '../bytes.ts'
import { netFn } from '../message.ts'
import type { Commander } from './commander.ts'

export type DeviceId = {
  deviceId: number
  revision: number
  /** `2.45` */
  firmware: string
  /** `2.0` */
  ipmiVersion: string
  /** IANA enterprise number. */
  manufacturer: number
  product: number
  hasSdrRepository: boolean
  hasSel: boolean
  hasFru: boolean
  updating: boolean
}

/** Get Device ID (IPMI 2.0, 20.1). */
export async function deviceId(on: Commander, signal: AbortSignal): Promise<DeviceId> {
  const data = atLeast(await on.command({ netFn: netFn.app, command: 0x01 }, signal), 11, msg`Device id`)
  const version = data[4]!
  return {
    deviceId: data[0]!,
    revision: data[1]! & 0x0f,
    // The minor number is BCD: its hexadecimal digits are its decimal ones.
    firmware: `${data[2]! & 0x7f}.${data[3]!.toString(16).padStart(2, '0')}`,
    ipmiVersion: `${version & 0x0f}.${version >> 4}`,
    manufacturer: data.readUIntLE(6, 3) & 0x0f_ffff,
    product: data.readUInt16LE(9),
    hasSdrRepository: (data[5]! & 0x02) !== 0,
    hasSel: (data[5]! & 0x04) !== 0,
    hasFru: (data[5]! & 0x08) !== 0,
    updating: (data[2]! & 0x80) !== 0,
  }
}
