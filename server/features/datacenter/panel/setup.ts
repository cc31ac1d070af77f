import type { Context } from '../../../api/context.ts'
import { db } from '../../../db/pool.ts'
import type { BoxSetup, PanelSetup } from '../../../domain/panel/schema.ts'
import { invalidInput, missingLink, refused } from '../../../domain/shared/errors.ts'
import { msg } from '../../../shared/text.ts'
import { createFirstLocation } from '../location/service.ts'

const NAME = 'Main location'

/** The user of both fields, or an error: a set-up for another user does not belong to this panel. */
async function requirePerson({ user_id, user_email }: Pick<PanelSetup, 'user_id' | 'user_email'>): Promise<number> {
  const account = await db().prisma.account.findUnique({ where: { id: user_id }, select: { email: true } })
  if (!account) throw missingLink('user_id', msg`User`, user_id)
  if (account.email.toLowerCase() !== user_email.trim().toLowerCase())
    throw invalidInput(msg`User ${user_id} has another e-mail address`, 'user_email')
  return user_id
}

/** Makes the first location and begins the check of the way in to its control host: that is the task. */
export async function setUpPanel(ctx: Context, body: PanelSetup) {
  const account_id = await requirePerson(body)
  const wayIn = { ssh_address: body.ip, ssh_port: body.ssh_port, ssh_user: body.username.trim() }
  const { task } = await createFirstLocation(ctx, { name: NAME, ...wayIn }, account_id)
  return { task }
}

/** The same with the panel host as control host. */
export async function setUpBox(ctx: Context, body: BoxSetup) {
  const account_id = await requirePerson(body)
  if (!body.is_box)
    throw refused(msg`Only an appliance is set up this way: give the control host with POST /setup`, 'is_box')
  const wayIn = { ssh_address: '127.0.0.1', ssh_port: 22, ssh_user: 'root' }
  const { task } = await createFirstLocation(ctx, { name: NAME, ...wayIn }, account_id)
  return { task }
}
