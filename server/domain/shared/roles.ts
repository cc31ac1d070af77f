export const roles = ['@admin', '@user', '@advanced_user'] as const
/** The strongest first. */
export const rolesByPower = ['@admin', '@advanced_user', '@user'] as const satisfies readonly Role[]
export type Role = (typeof roles)[number]

export const isRole = (text: string): text is Role => (roles as readonly string[]).includes(text)
