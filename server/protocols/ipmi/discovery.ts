import { msg } from '../../shared/text.ts'
import { atLeast } from './bytes.ts'
import { openOutside, outsideChannel } from './channel15.ts'
import { completionError, IpmiError } from './errors.ts'
import type { Link, Patience } from './link.ts'
import { decodeMessage, encodeRequest, type IpmiRequest, netFn } from './message.ts'
import { payloadType } from './packet.ts'
import { suiteNumbers } from './suites.ts'

/** The channel a request comes in on. */
const thisChannel = 0x0e
/** Blocks of 16 bytes; 64 is what the list index can count. */
const maxSuiteBlocks = 64
const suitePatience: Patience = [300, 600]

let counter = 0

/** A request outside any session; the formats of IPMI 1.5 and RMCP+ take turns when `formats` says so. */
export async function askOutside(
  link: Link,
  request: IpmiRequest,
  signal: AbortSignal,
  options: { patience?: Patience; formats?: readonly (1.5 | 2)[] } = {},
): Promise<Buffer> {
  const formats = options.formats ?? [1.5]
  counter = (counter + 1) & 0x3f
  const sequence = counter
  const message = encodeRequest(request, sequence)
  const data = await link.ask(
    (attempt) => outsideChannel(formats[attempt % formats.length]!).seal(payloadType.ipmi, message),
    (packet) => {
      const opened = openOutside(packet)
      const answer = opened?.type === payloadType.ipmi ? decodeMessage(opened.payload) : null
      if (answer?.netFn !== (request.netFn | 1) || answer.command !== request.command) return null
      return answer.sequence === sequence && answer.data.length > 0 ? answer.data : null
    },
    signal,
    options.patience,
  )
  if (data[0] !== 0) throw completionError(data[0]!)
  return data.subarray(1)
}

export type AuthCapabilities = {
  speaks20: boolean
  speaks15: boolean
  /** MD5 sessions of IPMI 1.5 are offered. */
  md5: boolean
  /** A key of the channel (Kg) is set beside the passwords. */
  channelKey: boolean
}

/**
 * Get Channel Authentication Capabilities (IPMI 2.0, 22.13). @throws IpmiError timeout when nothing speaks IPMI there
 */
export async function authCapabilities(
  link: Link,
  signal: AbortSignal,
  patience?: Patience,
): Promise<AuthCapabilities> {
  const request = { netFn: netFn.app, command: 0x38, data: Buffer.from([0x80 | thisChannel, 4]) }
  const data = atLeast(await askOutside(link, request, signal, { patience }), 4, msg`Authentication capabilities`)
  const extended = (data[1]! & 0x80) !== 0
  return {
    speaks20: extended && (data[3]! & 0x02) !== 0,
    speaks15: !extended || (data[3]! & 0x01) !== 0,
    md5: (data[1]! & 0x04) !== 0,
    channelKey: (data[2]! & 0x20) !== 0,
  }
}

/**
 * Numbers of the cipher suites a channel offers (Get Channel Cipher Suites, IPMI 2.0, 22.15); null when the controller does not
 * say: some answer only within sessions.
 */
export async function channelSuites(link: Link, signal: AbortSignal): Promise<number[] | null> {
  const records: Buffer[] = []
  try {
    for (let block = 0; block < maxSuiteBlocks; block++) {
      const request = { netFn: netFn.app, command: 0x54, data: Buffer.from([thisChannel, 0, 0x80 | block]) }
      const formats = [1.5, 2] as const
      const data = await askOutside(link, request, signal, { patience: suitePatience, formats })
      records.push(data.subarray(1, 17))
      if (data.length < 17) break
    }
  } catch (error) {
    if (!(error instanceof IpmiError) || (error.kind !== 'timeout' && error.kind !== 'refused')) throw error
    if (records.length === 0) return null
  }
  const found = suiteNumbers(Buffer.concat(records))
  return found.length === 0 ? null : found
}
