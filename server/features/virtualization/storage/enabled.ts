import type { storage } from '../../../../generated/prisma/client.ts'
import { wrongState } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/**
 * What becomes the main storage of a cluster takes new disks. The caller holds the row of the storage, as does the disabling of one.
 * @throws PanelError wrong_state
 */
export function requireEnabled({ name, state }: Pick<storage, 'name' | 'state'>, onCluster = true): void {
  if (!onCluster || state !== 'active') throw wrongState(msg`The storage ${name} is disabled: enable it first`)
}
