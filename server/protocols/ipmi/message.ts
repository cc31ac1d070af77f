import { checksum } from './bytes.ts'

export const netFn = { chassis: 0x00, sensor: 0x04, app: 0x06, storage: 0x0a, transport: 0x0c } as const

const controllerAddress = 0x20
/** Software id of a remote console (IPMI 2.0, 5.5). */
const consoleAddress = 0x81

export type IpmiRequest = {
  netFn: number
  command: number
  data?: Uint8Array
  /** Logical unit of the controller, 0 to 3. */
  lun?: number
}

export type IpmiMessage = {
  netFn: number
  lun: number
  /** Sequence number of the requester, 0 to 63. */
  sequence: number
  command: number
  data: Buffer
}

/** The message of a request or, with an odd network function, of an answer (IPMI 2.0, 13.8). */
function encode(to: number, from: number, message: Omit<IpmiMessage, 'data'> & { data: Uint8Array }): Buffer {
  const head = Buffer.from([to, (message.netFn << 2) | message.lun])
  const body = Buffer.from([from, (message.sequence << 2) & 0xfc, message.command, ...message.data])
  return Buffer.concat([head, Buffer.from([checksum(head)]), body, Buffer.from([checksum(body)])])
}

/** A request of the remote console to the controller. */
export const encodeRequest = (request: IpmiRequest, sequence: number): Buffer =>
  encode(controllerAddress, consoleAddress, {
    ...request,
    lun: request.lun ?? 0,
    sequence,
    data: request.data ?? Buffer.alloc(0),
  })

/** The answer of a controller to `request`; `data` begins with the completion code. */
export function encodeResponse(request: IpmiMessage, data: Uint8Array): Buffer {
  const { lun, sequence, command } = request
  // The logical unit of the answering side stands where requests have that of the requester.
  const head = Buffer.from([consoleAddress, ((request.netFn | 1) << 2) & 0xfc])
  const body = Buffer.from([controllerAddress, (sequence << 2) | lun, command, ...data])
  return Buffer.concat([head, Buffer.from([checksum(head)]), body, Buffer.from([checksum(body)])])
}

/** Takes a message apart; null when it is too short or a checksum is wrong. */
export function decodeMessage(bytes: Buffer): IpmiMessage | null {
  if (bytes.length < 7) return null
  if (checksum(bytes.subarray(0, 3)) !== 0 || checksum(bytes.subarray(3)) !== 0) return null
  return {
    netFn: bytes[1]! >> 2,
    lun: bytes[1]! & 3,
    sequence: bytes[4]! >> 2,
    command: bytes[5]!,
    data: bytes.subarray(6, bytes.length - 1),
  }
}
