/** Images of the catalogue with this tag are rescue systems. */
export const RESCUE_TAG = 'rescue'

/** What a node has of an image; `outdated`: an older one than the catalogue's. */
export const imageStates = ['absent', 'copying', 'ready', 'outdated', 'deleting'] as const

/** Whether systems of a group are Windows, which reads another kind of seed and wants a licence. */
export const isWindows = (os_group: string | null) => os_group?.toLowerCase() === 'windows'
