'use client'
import { type ReactNode, useMemo } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { recipeFields } from '../../server/domain/recipe/fields.ts'
import type { RecipeRow } from '../../server/domain/recipe/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { useOwnColumns } from '../resource/own-columns.tsx'
import { useOwnFilters } from '../resource/own-filters.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import { NameLink } from '../table/cells.tsx'
import type { Column } from '../table/columns.ts'
import { useColumn } from '../table/use-column.ts'
import { StateBadge } from '../ui/display/badge.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { useRecipeActions } from './use-recipe-actions.tsx'

const rowHref = (recipe: RecipeRow) => paths.recipe(recipe.id)

/** The scripts that can be run in VMs. */
export function RecipeTable({ tabs, create }: { tabs: ReactNode; create: ReactNode }) {
  const trpc = useTRPC()
  const complete = useOwnFilters(recipeFields, 'recipes')
  const t = useTranslations('recipes')
  const actions = useRecipeActions()
  return (
    <ResourceList<RecipeRow>
      id="recipes"
      words="recipes"
      csv="vm/recipe"
      list={trpc.vm.recipe.list}
      filters={useMemo(
        () =>
          complete([
            { name: 'repository', label: t('fields.repository'), type: 'text' },
            { name: 'account.email', label: t('fields.owner'), type: 'text' },
          ]),
        [complete, t],
      )}
      columns={useColumns()}
      rowHref={rowHref}
      actions={actions}
      bulk={actions.bulk}
      phone={(recipe) => ({ detail: recipe.description })}
      tabs={tabs}
      create={create}
    />
  )
}

function useColumns(): readonly Column<RecipeRow>[] {
  const t = useTranslations('recipes')
  const plain = useColumn('recipes')
  const format = useFormatter()
  const { column, complete } = useOwnColumns<RecipeRow>(recipeFields, 'recipes')
  return useMemo(
    () =>
      complete([
        plain('name', 220, (row) => <NameLink href={rowHref(row)}>{row.name}</NameLink>, { always: true }),
        column('description', { size: 320, extra: false }),
        plain('repository', 130, (row) => row.repository, { quiet: true }),
        plain('access', 130, (row) => t(`access.${row.access as 'all' | 'owner' | 'administrators'}`), { quiet: true }),
        plain('params_count', 90, (row) => format.number(row.params_count), { right: true }),
        plain('state', 100, (row) => (
          <StateBadge kind={row.state === 'active' ? 'ok' : 'off'}>
            {t(`states.${row.state as 'active' | 'disabled'}`)}
          </StateBadge>
        )),
        plain('updated_at', 110, (row) => (row.updated_at ? <RelativeTime at={row.updated_at} /> : null), {
          quiet: true,
        }),
      ]),
    [t, format, column, complete, plain],
  )
}
