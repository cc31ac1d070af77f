import type { os } from '../../../../generated/prisma/client.ts'
import type { Actor } from '../../../api/context.ts'
import type { Work } from '../../../db/transaction.ts'
import { forbidden } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** The system with this id when the actor may choose it: one that is for administrators only is absent for others. */
export const systemFor = (work: Work, actor: Actor, id: number): Promise<os | null> =>
  work.tx.os.findFirst({ where: { id, state: 'active', ...(!actor.isAdmin && { adminonly: false }) } })

/**
 * Refuses another VM with, or another installation of, the present system of a VM to those who may not choose it; that they have
 * the VM says that there is such a system.
 * @throws PanelError `forbidden`
 */
export function rejectReserved(actor: Actor, system: Pick<os, 'name' | 'adminonly'> | null): void {
  if (system?.adminonly && !actor.isAdmin)
    throw forbidden(msg`The system of the VM, ${system.name}, is for administrators only: ask one of them`, 'os')
}
