'use client'
import type { Host } from '../../../server/domain/host/record.ts'
import type { HostActions } from '../use-host-actions.tsx'

/** The tab with the screen of the machine. */
export function HostConsoleTab(_: { host: Host; actions: HostActions }) {
  return null
}
