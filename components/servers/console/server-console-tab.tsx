'use client'
import type { Server } from '../../../server/domain/server/record.ts'
import { LiveServerConsole } from './live-server-console.tsx'

/** The tab with the console of a server: fills what the page leaves, and never less than is of use. */
export default function ServerConsoleTab({ server }: { server: Server }) {
  return (
    <div className="flex min-h-105 flex-1 flex-col">
      <LiveServerConsole server={server} />
    </div>
  )
}
