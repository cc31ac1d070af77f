import type { BootHost } from './host.ts'
import { ARTEFACTS, ETC, LOG, RUN, SPOOL, TFTP, VAR, WEB_ACCOUNT, WWW } from './places.ts'

const parent = (path: string) => path.replace(/\/[^/]+$/, '')
/** Folders that others may use as well. */
const SHARED = [ETC, VAR, RUN].map(parent)

/** All folders with mode and owner, outer ones first. In that of the sockets the panel's account makes one, and the web server opens it. */
const foldersOf = (user: string): [path: string, mode: string, owner: string, group: string][] => [
  ...[...SHARED, ETC, VAR, WWW, TFTP, SPOOL].map((path): [string, string, string, string] => [
    path,
    '755',
    'root',
    'root',
  ]),
  // The panel brings files there over SFTP.
  [ARTEFACTS, '755', user, 'root'],
  [LOG, '750', 'root', 'root'],
  [RUN, '750', user, WEB_ACCOUNT],
]

/** Removes those folders of its arguments in which nothing is. */
export const REMOVE_EMPTY = 'for path; do [ ! -d "$path" ] || rmdir --ignore-fail-on-non-empty -- "$path"; done'

export async function foldersAreThere(host: BootHost, signal: AbortSignal): Promise<boolean> {
  const folders = foldersOf(host.facts.user)
  const { stdout } = await host.try(['stat', '-c', '%n %a %U %G', '--', ...folders.map(([path]) => path)], { signal })
  const found = new Set(stdout.split('\n'))
  return folders.every((folder) => found.has(folder.join(' ')))
}

export async function makeFolders(host: BootHost, signal: AbortSignal): Promise<void> {
  for (const [path, mode, owner, group] of foldersOf(host.facts.user))
    await host.run(['install', '-d', '-m', mode, '-o', owner, '-g', group, '--', path], { signal })
}

/** Removes them with all that is in them; shared ones when nothing else is. */
export async function removeFolders(host: BootHost, signal: AbortSignal): Promise<void> {
  await host.run(['rm', '-rf', '--one-file-system', '--', ETC, VAR, RUN], { signal, timeoutMs: 300_000 })
  await host.run(['sh', '-c', REMOVE_EMPTY, 'sh', ...SHARED], { signal })
}
