import { deviceRejected } from '../../domain/shared/errors.ts'
import { msg } from '../../shared/text.ts'
import type { ExportRequest } from './backup-types.ts'

/**
 * Names of checkpoints become part of commands and XML.
 * @throws PanelError device_rejected
 */
export function checkRequest({ disks, checkpoint, parent }: ExportRequest): void {
  if (disks.length === 0) throw deviceRejected(msg`There is no disk to read`)
  for (const name of [checkpoint, parent])
    if (name !== null && !/^[A-Za-z0-9_-]{1,64}$/.test(name))
      throw deviceRejected(msg`A checkpoint has a name of letters, digits, - and _`)
}
