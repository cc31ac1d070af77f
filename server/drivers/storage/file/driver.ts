import type { StorageDriver } from '../types.ts'
import { folderStorage } from './folder.ts'

/** A folder of the node's own. Letting go of it needs nothing. */
export const fileStorage: StorageDriver<'file'> = (ssh, { folder, identity, takesOver }) => ({
  ...folderStorage(ssh, folder, identity, takesOver),
  disconnect: async () => {},
})
