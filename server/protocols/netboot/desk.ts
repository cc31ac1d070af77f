import type { Job, Progress } from './job.ts'

/** Why a live system gets nothing: nobody knows its key, or its operation is over, with the words for it. */
export type Refusal = 'unknown' | { over: string }

/** What a machine is to do at the end; `kexec`: start the installer that was loaded; `wait`: tell that it is there, until that is refused, and ask for what is next again. */
export type Next = 'reboot' | 'poweroff' | 'stay' | 'wait' | 'kexec'

/** What installers tell, by asking for `report/NAME` below the address of their answer file. */
export const installerReports = ['partition', 'packages', 'done', 'failed'] as const
export type InstallerReport = (typeof installerReports)[number]

/** Who asks: the address that the web server of the location saw; null when it said none. */
export type Asking = { address: string | null }

/** Who decides what machines get that boot from the network of one location. */
export type BootDesk = {
  /** The web server of the location as machines reach it: `http://host:port`. */
  address: string
  /** The script for iPXE; may be asked again as long as the ticket is good. @returns null for any other ticket, and for whoever is not the server of this one */
  script(ticket: string, from: Asking): Promise<string | null>
  /** Uses the ticket up. @returns the key of the session, or null for a ticket that is not good */
  openSession(ticket: string, from: Asking): Promise<string | null>
  /** The script for machines that nobody knows. @returns null where they are not wanted */
  searchScript(): Promise<string | null>
  /** Opens a session for a machine that nobody knows. @returns its key, or null where it is not wanted */
  openSearch(mac: string, from: Asking): Promise<string | null>
  /** @param report as the live system sent it: not checked yet */
  hello(key: string, report: unknown, from: Asking): Promise<Refusal | { job: Job }>
  progress(key: string, progress: Progress, from: Asking): Promise<Refusal | null>
  /** What an installer asks by the ticket of its answer file: each time is one use of it. @returns null for any other ticket, and for a name that it has not */
  answer(ticket: string, name: string, from: Asking): Promise<string | null>
  /** What an installer tells of its work. @returns false for any other ticket */
  installer(ticket: string, report: InstallerReport, from: Asking): Promise<boolean>
  /** @param result as the live system sent it: not checked yet */
  result(key: string, result: unknown, from: Asking): Promise<Refusal | { next: Next }>
}
