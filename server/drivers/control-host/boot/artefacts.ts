import type { BootHost } from './host.ts'
import { ARTEFACTS } from './places.ts'
import type { Room } from './types.ts'

const DAY_MS = 86_400_000

/** Prints SHA-256 and name of each file in the folder $1. */
export const SUMS_OF_FOLDER = 'cd "$1" && for name in *; do [ ! -f "$name" ] || sha256sum -- "$name"; done'

const DISK = ['df', '-B1', '--output=avail,size', '--', ARTEFACTS]

function roomIn(said: string): Room {
  const [, free = 0, bytes = 0] = /(\d{1,18})\s+(\d{1,18})\s*$/.exec(said) ?? []
  return { bytes: Number(bytes), free_bytes: Number(free) }
}

/** The file system of the artefacts; zeros where they have no folder. */
export const diskOfArtefacts = async (host: BootHost, signal: AbortSignal): Promise<Room> =>
  roomIn((await host.try(DISK, { signal })).stdout)

/** The same of a host that is set up. @throws when it cannot be read: that is not a full disk */
export const roomOfArtefacts = async (host: BootHost, signal: AbortSignal): Promise<Room> =>
  roomIn(await host.run(DISK, { signal }))

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
