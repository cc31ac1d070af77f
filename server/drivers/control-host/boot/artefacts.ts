import type { BootHost } from './host.ts'
import { ARTEFACTS } from './places.ts'
import type { Room } from './types.ts'

const DAY_MS = 86_400_000

/** Prints SHA-256 and name of each file in the folder $1. */
export const SUMS_OF_FOLDER = 'cd "$1" && for name in *; do [ ! -f "$name" ] || sha256sum -- "$name"; done'

/** The file system of the artefacts; zeros where they have no folder. */
export async function diskOfArtefacts(host: BootHost, signal: AbortSignal): Promise<Room> {
  const { stdout } = await host.try(['df', '-B1', '--output=avail,size', '--', ARTEFACTS], { signal })
  const [, free = 0, bytes = 0] = /(\d{1,18})\s+(\d{1,18})\s*$/.exec(stdout) ?? []
  return { bytes: Number(bytes), free_bytes: Number(free) }
}

/** Names of artefacts whose content is not what their name says. Reads all of them: gigabytes. */
export async function wrongArtefacts(host: BootHost, signal: AbortSignal): Promise<string[]> {
  const said = await host.run(['sh', '-c', SUMS_OF_FOLDER, 'sh', ARTEFACTS], {
    signal,
    timeoutMs: DAY_MS,
    maxOutput: 16 << 20,
  })
  return [...said.matchAll(/^([0-9a-f]{64}) [ *]([0-9a-f]{64})$/gm)].flatMap(([, is, name = '']) =>
    is === name ? [] : [name],
  )
}
