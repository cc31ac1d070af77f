'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { userFields } from '../../server/domain/user/fields.ts'
import { userStates } from '../../server/domain/user/kinds.ts'
import { useOwnFilters } from '../resource/own-filters.ts'
import { enumFilter, type FilterField } from '../table/filters.ts'

/** What users can be filtered by: fields of the API's own `where`. */
export function useUserFilters(): readonly FilterField[] {
  const t = useTranslations('users')
  const complete = useOwnFilters(userFields, 'users')
  return useMemo(
    () =>
      complete([
        { name: 'email', label: t('fields.email'), type: 'text' },
        enumFilter('state', t('fields.state'), userStates, (value) => t(`states.${value}`)),
        { name: 'is_2fa_enabled', label: t('fields.is_2fa_enabled'), type: 'bool' },
        { name: 'last_sign_in_at', label: t('fields.last_sign_in_at'), type: 'time', nullable: true },
        { name: 'created_at', label: t('fields.created_at'), type: 'time' },
      ]),
    [t, complete],
  )
}
