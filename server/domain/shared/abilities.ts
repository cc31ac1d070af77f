import { msg, type Text } from '../../shared/text.ts'
import type { Role } from './roles.ts'

const everybody: readonly Role[] = ['@user', '@advanced_user', '@admin']
const advanced: readonly Role[] = ['@advanced_user', '@admin']

/**
 * What each role may do: the only table that the access check of operations, menus and the palette read. `user` covers
 * actions on objects of one's own account (console, power, passwords, ...); ownership is checked by the service.
 */
export const abilities = {
  user: everybody,
  create_host: advanced,
  delete_host: advanced,
  admin: ['@admin'],
} as const satisfies Record<string, readonly Role[]>
export type Ability = keyof typeof abilities

/** Whether one of the roles has the ability. */
export const may = (roles: readonly Role[], ability: Ability) =>
  roles.some((role) => (abilities[ability] as readonly Role[]).includes(role))

/** Error text for callers without the ability. */
export const lacking: Record<Exclude<Ability, 'user'>, Text> = {
  create_host: msg`Your role does not include creating VMs: ask an administrator for one, or for the role @advanced_user`,
  delete_host: msg`Your role does not include deleting VMs: ask an administrator`,
  admin: msg`Only administrators may do this`,
}
