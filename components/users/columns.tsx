'use client'
import Link from 'next/link'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { UserRecord } from '../../server/domain/user/schema.ts'
import { paths } from '../paths.ts'
import type { Column } from '../table/columns.ts'
import { RelativeTime } from '../ui/time.tsx'
import { mainRole, roleWords } from './roles.ts'
import { UserState } from './user-state.tsx'

const quiet = <span className="text-fg-3">-</span>

/** The columns of users; `extra` ones wait in the chooser. */
export function useUserColumns(): readonly Column<UserRecord>[] {
  const t = useTranslations('users')
  return useMemo(
    () => [
      {
        id: 'email',
        size: 220,
        meta: { label: t('fields.email'), sort: 'email', always: true },
        cell: ({ row }) => (
          <Link
            href={paths.user(row.original.id)}
            tabIndex={-1}
            prefetch={false}
            className="truncate hover:underline hover:underline-offset-2"
          >
            {row.original.email}
          </Link>
        ),
      },
      {
        id: 'full_name',
        size: 160,
        meta: { label: t('fields.full_name'), sort: 'full_name' },
        cell: ({ row }) => row.original.full_name || quiet,
      },
      {
        id: 'state',
        size: 110,
        meta: { label: t('fields.state'), sort: 'state' },
        cell: ({ row }) => <UserState state={row.original.state} />,
      },
      {
        id: 'roles',
        size: 130,
        meta: { label: t('fields.role'), quiet: true },
        cell: ({ row }) => t(`roles.${roleWords[mainRole(row.original.roles)]}`),
      },
      {
        id: 'is_2fa_enabled',
        size: 120,
        meta: { label: t('fields.is_2fa_enabled'), sort: 'is_2fa_enabled', quiet: true },
        cell: ({ row }) => (row.original.is_2fa_enabled ? t('on') : t('off')),
      },
      {
        id: 'access_lists',
        size: 150,
        meta: { label: t('fields.access_lists'), quiet: true },
        cell: ({ row }) => row.original.access_lists.map((list) => list.name).join(', ') || quiet,
      },
      {
        id: 'last_sign_in_at',
        size: 120,
        meta: { label: t('fields.last_sign_in_at'), sort: 'last_sign_in_at', quiet: true },
        cell: ({ row }) =>
          row.original.last_sign_in_at ? <RelativeTime at={row.original.last_sign_in_at} ago /> : t('never'),
      },
      {
        id: 'phone_number',
        size: 130,
        meta: { label: t('fields.phone_number'), sort: 'phone_number', quiet: true, extra: true },
        cell: ({ row }) => row.original.phone_number || quiet,
      },
      {
        id: 'created_at',
        size: 120,
        meta: { label: t('fields.created_at'), sort: 'created_at', quiet: true, extra: true },
        cell: ({ row }) => <RelativeTime at={row.original.created_at} ago />,
      },
      {
        id: 'id',
        size: 64,
        meta: { label: t('fields.id'), sort: 'id', right: true, quiet: true, extra: true },
        cell: ({ row }) => row.original.id,
      },
    ],
    [t],
  )
}
