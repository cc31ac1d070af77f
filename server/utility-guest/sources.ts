import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { installationRoot } from '../root.ts'

/** Changed whenever the build makes something else of the same packages. */
const BUILD = '1'

/** What answers the panel from inside. */
export const PROGRAM = ['agent.py', 'clearing.py', 'devices.py', 'growing.py'] as const

/** A file of `guest/`. */
export const guestSource = (name: 'init' | (typeof PROGRAM)[number]): Buffer =>
  readFileSync(path.join(installationRoot(), 'server/utility-guest/guest', name))

/** Names what the guest is made of, apart from packages. */
export const sourcesKey = (): string =>
  (['init', ...PROGRAM] as const)
    .reduce((hash, name) => hash.update(guestSource(name)), createHash('sha256').update(BUILD))
    .digest('hex')
    .slice(0, 16)
