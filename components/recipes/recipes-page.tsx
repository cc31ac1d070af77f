'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import { paths } from '../paths.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { RecipeTable } from './recipe-table.tsx'
import { VariableTable } from './variable-table.tsx'

/** Scripts for guests, and the variables that they read. */
export function RecipesPage() {
  const t = useTranslations('recipes')
  const [tab] = useQueryState('tab', parseAsStringLiteral(['scripts', 'variables']).withDefault('scripts'))
  const tabs = (
    <PageTabs
      label={t('tabs')}
      tabs={[
        { href: paths.recipes(), label: t('title'), current: tab === 'scripts' },
        { href: paths.recipes({ tab: 'variables' }), label: t('variables.title'), current: tab === 'variables' },
      ]}
    />
  )
  if (tab === 'variables') return <VariableTable tabs={tabs} />
  return <RecipeTable tabs={tabs} create={<CreateButton href={paths.newRecipe()}>{t('create')}</CreateButton>} />
}
