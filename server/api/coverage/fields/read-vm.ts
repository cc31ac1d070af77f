import type { FieldFates } from './fates.ts'
import { readVmAccess } from './vm/access.ts'
import { readVmBackups } from './vm/backups.ts'
import { readVmHosts } from './vm/hosts.ts'
import { readVmImages } from './vm/images.ts'
import { readVmNodes } from './vm/nodes.ts'
import { readVmRecipes } from './vm/recipes.ts'

/** Fields of bodies by service and group of operations, then by the file that acts on them. */
export const readVm: FieldFates = {
  ...readVmAccess,
  ...readVmBackups,
  ...readVmHosts,
  ...readVmImages,
  ...readVmNodes,
  ...readVmRecipes,
}
