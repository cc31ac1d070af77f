import type { NewAdministrator } from './features/access/user/first.ts'
import { onTerminal } from './process/log.ts'

/** What a start or stop is doing, for who watches it on a terminal. */
export function inProgress(words: string) {
  if (onTerminal) console.log(words)
}

/** The last words of a start: address, and once the first administrator. `address` is null for a process without pages. */
export function readyMessage(address: string | null, admin: NewAdministrator | null): string {
  const lines = [`Datahall is ready:  ${address ?? 'works on tasks, without pages (role worker)'}`]
  if (admin) lines.push(`Sign in as          ${admin.email}`)
  if (admin?.password) lines.push(`with the password   ${admin.password}   (shown once)`)
  if (address) lines.push('Ctrl-C stops it; nothing is lost.')
  return `\n${lines.map((line) => `  ${line}\n`).join('')}`
}
