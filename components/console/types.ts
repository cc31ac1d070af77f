import type { MenuEntry } from '../ui/floating/menu-entries.ts'

export type ConsoleKind = 'vnc' | 'serial' | 'sol'
export type ConsoleMode = 'control' | 'view'

/** Asks the panel for a one-use ticket. Throws an error whose message is fit for people when it is refused. */
export type RequestTicket = (
  kind: ConsoleKind,
  mode: ConsoleMode,
  options: { /** End what a program outside of the panel has open. */ takeOver: boolean },
) => Promise<{ ticket: string; path: string /** What it shows is recorded. */; recorded: boolean }>

export type ConsoleWatcher = {
  id: string
  account_id: number
  name: string
  mode: ConsoleMode
  /** The person in front of this page. */
  self: boolean
}

/** What every console page gives its console, which is independent of the kind of object. */
export type ConsoleProps = {
  /** Name of the VM or server: titles, file names. */
  name: string
  /** Whether there is anything to connect to. The console connects by itself as soon as there is. */
  running: boolean
  /** Shown instead of a picture while it is not running: why, and what can be done. */
  stopped: {
    title: string
    /** Absent: that the console connects by itself. */
    hint?: string
    action?: { label: string; run: () => void; busy?: boolean; disabledReason?: string }
  }
  /** For consoles that work while the server is off; absent: same as `running`. */
  powerState?: 'on' | 'off' | 'unknown'
  /** What may help when the console cannot be opened. */
  help?: { label: string; run: () => void; busy?: boolean }
  requestTicket: RequestTicket
  /** `view` when the person may not type here. */
  mode: ConsoleMode
  /** The power menu of the VM or server. */
  power: readonly MenuEntry[]
  watchers: readonly ConsoleWatcher[]
  /** Opens the same console in a window of its own; absent inside one. */
  popOutHref?: string
  /** Switch between screen and serial port; absent when there is only one. */
  lead?: React.ReactNode
  /** Right end of the status line. */
  note?: React.ReactNode
}
