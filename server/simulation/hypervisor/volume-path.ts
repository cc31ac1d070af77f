import { rbdImage } from '../../domain/storage/volumes.ts'
import { nodePath } from '../../drivers/hypervisor/linux/paths.ts'

/** The path of a volume as the state of a simulated node has it. @throws PanelError invalid_input for one that is none */
export const volumeKey = (path: string): string => (rbdImage(path) ? path : nodePath(path))
