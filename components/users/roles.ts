import { type Role, rolesByPower } from '../../server/domain/shared/roles.ts'

export const roleLabels = {
  '@admin': 'admin',
  '@advanced_user': 'advanced',
  '@user': 'user',
} as const satisfies Record<Role, string>

/** The role that decides what an account may do. */
export const mainRole = (roles: readonly Role[]): Role => rolesByPower.find((role) => roles.includes(role)) ?? '@user'

/** What to send after a choice: nothing when the account already stands for it, so that its sessions stay open. */
export const changedRoles = (before: readonly Role[], chosen: Role): Role[] | undefined =>
  mainRole(before) === chosen ? undefined : [chosen]
