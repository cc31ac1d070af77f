'use client'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ScriptVariable } from '../../server/domain/script-variable/schema.ts'
import { plainColumn } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { StateBadge } from '../ui/display/badge.tsx'

export function useVariableColumns(): readonly Column<ScriptVariable>[] {
  const t = useTranslations('recipes.variables')
  const plain = useColumn('recipes.variables')
  return useMemo(
    () => [
      plain('name', 200, (row) => <span className="mono truncate">{row.name}</span>, { always: true }),
      plain('value', 240, (row) =>
        row.hidden ? <span className="text-fg-3">{t('isHidden')}</span> : <span title={row.value}>{row.value}</span>,
      ),
      plain('scope', 110, (row) => t(`scopes.${row.scope}`), { quiet: true }),
      plainColumn('account_email', t('fields.owner'), 180, (row) => row.account_email, { quiet: true }),
      plain('enabled', 110, (row) => (
        <StateBadge kind={row.enabled ? 'ok' : 'off'}>{t(row.enabled ? 'on' : 'off')}</StateBadge>
      )),
      plain('comment', 240, (row) => row.comment, { quiet: true }),
      plain('id', 56, (row) => row.id, { right: true, quiet: true, extra: true }),
    ],
    [t, plain],
  )
}
