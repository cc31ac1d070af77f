'use client'
import type { Host } from '../../../server/domain/host/record.ts'
import type { HostActions } from '../use-host-actions.tsx'
import { LiveConsole } from './live-console.tsx'

/** The tab with the screen of the VM: fills the rest of the page, with a minimum height. */
export function HostConsoleTab({ host, actions }: { host: Host; actions: HostActions }) {
  return (
    <div className="flex min-h-105 flex-1 flex-col">
      <LiveConsole host={host} actions={actions} />
    </div>
  )
}
