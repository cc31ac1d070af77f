import { z } from 'zod'

export const roles = ['@admin', '@user', '@advanced_user'] as const
/** The strongest first. */
export const rolesByPower = ['@admin', '@advanced_user', '@user'] as const satisfies readonly Role[]
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)
