'use client'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import type { ScriptVariable } from '../../server/domain/script-variable/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { enumFilter, type FilterField } from '../table/filters.ts'
import { useVariableActions } from './use-variable-actions.tsx'
import { useVariableColumns } from './variable-columns.tsx'

/** Values that scripts find in their environment. */
export function VariableTable({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations('recipes.variables')
  const trpc = useTRPC()
  const actions = useVariableActions()
  const filters = useMemo(
    (): FilterField[] => [
      { name: 'name', label: t('fields.name'), type: 'text' },
      enumFilter('scope', t('fields.scope'), ['global', 'local'] as const, (value) => t(`scopes.${value}`)),
      { name: 'account_email', label: t('fields.owner'), type: 'text' },
    ],
    [t],
  )
  return (
    <ResourceList<ScriptVariable>
      id="script-variables"
      prefix="var"
      words="recipes.variables"
      csv="vm/script_variable"
      list={trpc.vm.scriptVariable.list}
      filters={filters}
      columns={useVariableColumns()}
      actions={actions}
      phone={(row) => ({ detail: row.hidden ? t('isHidden') : row.value })}
      tabs={tabs}
      create={actions.createButton()}
    />
  )
}
