'use client'
import { createContext, type ReactNode, use, useCallback } from 'react'
import { type Ability, may } from '../../server/domain/shared/abilities.ts'
import type { Role } from '../../server/domain/shared/roles.ts'

/** Who looks at the page. What a person may do is decided by the server; screens only leave out what would be refused. */
export type Me = { account_id: number; email: string; roles: readonly Role[]; isAdmin: boolean }

const Context = createContext<Me | null>(null)

export function MeProvider({ me, children }: { me: Me; children: ReactNode }) {
  return <Context value={me}>{children}</Context>
}

/** The person who is signed in. */
export function useMe(): Me {
  const me = use(Context)
  if (!me) throw new Error('useMe outside of the panel')
  return me
}

/** What the role of that person includes: the server's own table. */
export function useMay(): (ability: Ability) => boolean {
  const { roles } = useMe()
  return useCallback((ability) => may(roles, ability), [roles])
}
