import { z } from 'zod'

export const roles = ['@admin', '@user', '@advanced_user'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)
