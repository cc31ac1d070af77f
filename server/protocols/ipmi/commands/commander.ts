import type { IpmiRequest } from '../message.ts'

/** What carries requests: a session, or in tests anything that answers. */
export type Commander = {
  /** @returns the data behind the completion code @throws IpmiError */
  command(request: IpmiRequest, signal: AbortSignal): Promise<Buffer>
}
