import { msg } from '../../../shared/text.ts'
import { atLeast, cleanLatin, untilZero } from '../bytes.ts'
import { IpmiError } from '../errors.ts'
import { netFn } from '../message.ts'
import { unless } from '../session.ts'
import type { Commander } from './commander.ts'

export type IpmiUser = {
  /** 1 to 63; 1 is the nameless user and cannot be renamed. */
  id: number
  name: string
  /** 1 callback, 2 user, 3 operator, 4 administrator, 15 none. */
  privilege: number
  /** Null where the controller does not tell (older ones). */
  enabled: boolean | null
  messaging: boolean
}

const thisChannel = 0x0e
const maxUsers = 63

/** All users with what they may do on this channel (Get User Access and Get User Name, IPMI 2.0, 22.27, 22.29). */
export async function listUsers(on: Commander, signal: AbortSignal): Promise<IpmiUser[]> {
  const users: IpmiUser[] = []
  let count = 1
  for (let id = 1; id <= count; id++) {
    const access = await on.command({ netFn: netFn.app, command: 0x44, data: Buffer.from([thisChannel, id]) }, signal)
    atLeast(access, 4, msg`User access`)
    count = Math.min(access[0]! & 0x3f, maxUsers)
    const named = { netFn: netFn.app, command: 0x46, data: Buffer.from([id]) }
    // A user without a name is answered with an error by some.
    const name = await on.command(named, signal).catch(unless(Buffer.alloc(0), 0xc9, 0xcb, 0xcc))
    const status = access[1]! >> 6
    users.push({
      id,
      name: cleanLatin(untilZero(name.subarray(0, 16)), 16),
      privilege: access[3]! & 0x0f,
      enabled: status === 1 ? true : status === 2 ? false : null,
      messaging: (access[3]! & 0x10) !== 0,
    })
  }
  return users
}

const userByte = (id: number) => {
  if (!Number.isInteger(id) || id < 1 || id > maxUsers) throw new RangeError(`There is no user ${id}`)
  return id
}

/** Set User Name (22.28). @throws IpmiError user for a name that does not fit into 16 bytes */
export async function setUserName(on: Commander, id: number, name: string, signal: AbortSignal): Promise<void> {
  if (Buffer.byteLength(name) > 16) throw new IpmiError('user', msg`User names have at most 16 bytes`)
  const data = Buffer.alloc(17)
  data[0] = userByte(id)
  data.write(name, 1, 'utf8')
  await on.command({ netFn: netFn.app, command: 0x45, data }, signal)
}

/** Set User Password, of 20 bytes (22.30). @throws IpmiError password for one that does not fit */
export async function setUserPassword(on: Commander, id: number, password: string, signal: AbortSignal): Promise<void> {
  if (Buffer.byteLength(password) > 20) throw new IpmiError('password', msg`Passwords have at most 20 bytes`)
  const data = Buffer.alloc(22)
  data[0] = 0x80 | userByte(id)
  data[1] = 0x02
  data.write(password, 2, 'utf8')
  await on.command({ netFn: netFn.app, command: 0x47, data }, signal)
}

/** Enables or disables a user (Set User Password, operations 0 and 1; 22.30). */
export async function setUserEnabled(on: Commander, id: number, enabled: boolean, signal: AbortSignal): Promise<void> {
  const data = Buffer.from([userByte(id), enabled ? 1 : 0])
  await on.command({ netFn: netFn.app, command: 0x47, data }, signal)
}

/** What a user may do on this channel, IPMI messaging allowed (Set User Access, 22.26). */
export async function setUserPrivilege(
  on: Commander,
  id: number,
  privilege: 1 | 2 | 3 | 4 | 15,
  signal: AbortSignal,
): Promise<void> {
  const data = Buffer.from([0x80 | 0x10 | thisChannel, userByte(id), privilege, 0])
  await on.command({ netFn: netFn.app, command: 0x43, data }, signal)
}
