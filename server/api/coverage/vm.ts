import type { Access } from '../endpoint.ts'
import { vmAccounts } from './vm/accounts.ts'
import { vmBackups } from './vm/backups.ts'
import { vmDisks } from './vm/disks.ts'
import { vmHosts } from './vm/hosts.ts'
import { vmImages } from './vm/images.ts'
import { vmNetwork } from './vm/network.ts'
import { vmNodes } from './vm/nodes.ts'
import { vmPanel } from './vm/panel.ts'
import { vmRecipes } from './vm/recipes.ts'

/** Virtual machines. */
export const vm: Record<string, Access> = {
  ...vmAccounts,
  ...vmBackups,
  ...vmDisks,
  ...vmHosts,
  ...vmImages,
  ...vmNetwork,
  ...vmNodes,
  ...vmPanel,
  ...vmRecipes,
}
