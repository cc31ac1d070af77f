import type { host } from '../../../../generated/prisma/client.ts'
import type { Work } from '../../../db/transaction.ts'
import { alreadyExists, invalidInput } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'

/** Refuses an owner that does not exist, is suspended, or has a VM of that name; asked when the change is accepted and when it is done. */
export async function checkNewOwner(work: Work, row: Pick<host, 'id' | 'name'>, account_id: number) {
  await checkOwner(work, account_id)
  if (await work.tx.host.count({ where: { account_id, name: row.name, id: { not: row.id } } }))
    throw alreadyExists(msg`That account already has a VM named ${row.name}`, 'account')
}

/** That an account may own VMs, whatever the state of the VM. @throws PanelError invalid_input, naming `account` */
export async function checkOwner(work: Work, account_id: number) {
  const owner = await work.tx.account.findUnique({ where: { id: account_id }, select: { state: true } })
  if (owner?.state !== 'active')
    throw invalidInput(msg`account: account ${account_id} does not exist or is suspended`, 'account')
}
