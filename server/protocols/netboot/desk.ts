import type { Job, Progress } from './job.ts'

/** Why a live system gets nothing: nobody knows its key, or its operation is over, with the words for it. */
export type Refusal = 'unknown' | { over: string }

/** What a machine is to do at the end. */
export type Next = 'reboot' | 'poweroff' | 'stay'

/** Who decides what machines get that boot from the network of one location. */
export type BootDesk = {
  /** The web server of the location as machines reach it: `http://host:port`. */
  address: string
  /** The script for iPXE; may be asked again as long as the ticket is good. @returns null for any other ticket */
  script(ticket: string): Promise<string | null>
  /** Uses the ticket up. @returns the key of the session, or null for a ticket that is not good */
  openSession(ticket: string): Promise<string | null>
  /** @param report as the live system sent it: not checked yet */
  hello(key: string, report: unknown): Promise<Refusal | { job: Job }>
  progress(key: string, progress: Progress): Promise<Refusal | null>
  file(key: string, name: string): Promise<Refusal | { content: Buffer } | null>
  /** @param result as the live system sent it: not checked yet */
  result(key: string, result: unknown): Promise<Refusal | { next: Next }>
}
