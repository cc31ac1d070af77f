import { existsSync, readFileSync } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import { devicePath } from './device.ts'
import type { Lab, LabDevice } from './state.ts'

/** A request that came to the hostile controller's web server; from: the address that it came from; body: its first 64 KiB. */
export type HostileVisit = {
  at: string
  from: string
  method: string
  url: string
  headers: IncomingHttpHeaders
  body: string
}

/** All requests that a lab's hostile controller has had, oldest first. */
export function hostileVisits(lab: Lab, device: LabDevice): HostileVisit[] {
  const file = devicePath(lab, device, 'visits.jsonl')
  if (!existsSync(file)) return []
  // A line that is being written ends without a line break.
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1)
  return lines.map((line) => JSON.parse(line) as HostileVisit)
}
