'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { useMe } from '../api/me.tsx'
import { paths } from '../paths.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { RecipeTable } from './recipe-table.tsx'
import { VariableTable } from './variable-table.tsx'

const RepositoryTab = lazy(() => import('./repository-tab.tsx'))

/** Scripts for guests, the variables that they read, and for administrators the repositories they come from. */
export function RecipesPage() {
  const t = useTranslations('recipes')
  const { isAdmin } = useMe()
  const [tab] = useQueryState(
    'tab',
    parseAsStringLiteral(['scripts', 'variables', 'repositories']).withDefault('scripts'),
  )
  const tabs = (
    <PageTabs
      label={t('tabs')}
      tabs={[
        { href: paths.recipes(), label: t('title'), current: tab === 'scripts' },
        { href: paths.recipes({ tab: 'variables' }), label: t('variables.title'), current: tab === 'variables' },
        ...(isAdmin
          ? [
              {
                href: paths.recipes({ tab: 'repositories' }),
                label: t('repositories'),
                current: tab === 'repositories',
              },
            ]
          : []),
      ]}
    />
  )
  if (tab === 'repositories' && isAdmin)
    return (
      <Suspense fallback={null}>
        <RepositoryTab tabs={tabs} />
      </Suspense>
    )
  if (tab === 'variables') return <VariableTable tabs={tabs} />
  return <RecipeTable tabs={tabs} create={<CreateButton href={paths.newRecipe()}>{t('create')}</CreateButton>} />
}
