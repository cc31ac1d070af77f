'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { userStates } from '../../server/domain/user/kinds.ts'
import type { FilterField } from '../table/filters.ts'

/** What users can be filtered by: fields of the API's own `where`. */
export function useUserFilters(): readonly FilterField[] {
  const t = useTranslations('users')
  return useMemo(
    () => [
      { name: 'email', label: t('fields.email'), type: 'text' },
      { name: 'full_name', label: t('fields.full_name'), type: 'text', nullable: true },
      {
        name: 'state',
        label: t('fields.state'),
        type: 'enum',
        options: userStates.map((value) => ({ value, label: t(`states.${value}`) })),
      },
      { name: 'is_2fa_enabled', label: t('fields.is_2fa_enabled'), type: 'bool' },
      { name: 'last_sign_in_at', label: t('fields.last_sign_in_at'), type: 'time', nullable: true },
      { name: 'created_at', label: t('fields.created_at'), type: 'time' },
      { name: 'phone_number', label: t('fields.phone_number'), type: 'text', nullable: true },
    ],
    [t],
  )
}
