import { z } from 'zod'

export const roles = ['@admin', '@user', '@advanced_user'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>
