import { db } from '../db/pool.ts'
import { PanelError } from '../domain/shared/errors.ts'
import { msg } from '../shared/text.ts'
import type { ConsoleGrant } from './tickets.ts'

/** The holder of a grant with its present rights. @throws PanelError signed_out */
export async function checkHolder({ account_id, session_id }: ConsoleGrant) {
  const { prisma } = db()
  const account = await prisma.account.findFirst({ where: { id: account_id, state: 'active' } })
  const session = session_id === null ? true : await prisma.session.findUnique({ where: { id: session_id } })
  if (!account || !session) throw new PanelError('signed_out', msg`You are signed out`)
  return { account, isAdmin: account.roles.includes('@admin') }
}
