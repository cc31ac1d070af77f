'use client'
import { useTranslations } from 'use-intl'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { StateBadge } from '../ui/display/badge.tsx'
import { State } from '../ui/display/state-mark.tsx'

const kinds = { active: 'on', suspended: 'locked' } as const

export function UserState({ state }: Pick<UserRecord, 'state'>) {
  const t = useTranslations('users.states')
  return <State kind={kinds[state]}>{t(state)}</State>
}

export function UserBadge({ state }: Pick<UserRecord, 'state'>) {
  const t = useTranslations('users.states')
  return <StateBadge kind={kinds[state]}>{t(state)}</StateBadge>
}
