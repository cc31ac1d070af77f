'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ScriptVariable } from '../../server/domain/script-variable/schema.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { StateBadge } from '../ui/display/badge.tsx'

export function useVariableColumns(): readonly Column<ScriptVariable>[] {
  const t = useTranslations('recipes.variables')
  return useMemo(
    () => [
      plainColumn('name', t('fields.name'), 200, (row) => <span className="mono truncate">{row.name}</span>, {
        always: true,
      }),
      plainColumn('value', t('fields.value'), 240, (row) =>
        row.hidden ? <span className="text-fg-3">{t('isHidden')}</span> : <span title={row.value}>{row.value}</span>,
      ),
      plainColumn('scope', t('fields.scope'), 110, (row) => t(`scopes.${row.scope}`), { quiet: true }),
      plainColumn('account_email', t('fields.owner'), 180, (row) => row.account_email, { quiet: true }),
      plainColumn('enabled', t('fields.enabled'), 110, (row) => (
        <StateBadge kind={row.enabled ? 'ok' : 'off'}>{t(row.enabled ? 'on' : 'off')}</StateBadge>
      )),
      plainColumn('comment', t('fields.comment'), 240, (row) => row.comment, { quiet: true }),
      plainColumn('id', t('fields.id'), 56, (row) => row.id, { right: true, quiet: true, extra: true }),
    ],
    [t],
  )
}
