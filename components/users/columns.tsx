'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { userFields } from '../../server/domain/user/fields.ts'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { NameLink, quiet } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { RelativeTime } from '../ui/display/time.tsx'
import { mainRole, roleLabels } from './roles.ts'
import { UserState } from './user-state.tsx'

/** The columns of users; `extra` ones wait in the chooser. */
export function useUserColumns(): readonly Column<UserRecord>[] {
  const t = useTranslations('users')
  const plain = useColumn('users')
  const { column, complete } = useOwnColumns<UserRecord>(userFields, 'users')
  return useMemo(
    () =>
      complete([
        plain('email', 220, (row) => <NameLink href={paths.user(row.id)}>{row.email}</NameLink>, { always: true }),
        plain('full_name', 160, (row) => row.full_name),
        plain('state', 110, (row) => <UserState state={row.state} />),
        {
          id: 'roles',
          size: 130,
          meta: { label: t('fields.role'), quiet: true },
          cell: ({ row }) => t(`roles.${roleLabels[mainRole(row.original.roles)]}`),
        },
        plain('is_2fa_enabled', 170, (row) => (row.is_2fa_enabled ? t('on') : t('off')), { quiet: true }),
        {
          id: 'access_lists',
          size: 150,
          meta: { label: t('fields.access_lists'), quiet: true },
          cell: ({ row }) => row.original.access_lists.map((list) => list.name).join(', ') || quiet,
        },
        plain(
          'last_sign_in_at',
          120,
          (row) => (row.last_sign_in_at ? <RelativeTime at={row.last_sign_in_at} /> : t('never')),
          { quiet: true },
        ),
        column('phone_number', { size: 130 }),
        plain('created_at', 120, (row) => <RelativeTime at={row.created_at} />, { quiet: true, extra: true }),
      ]),
    [t, column, complete, plain],
  )
}
