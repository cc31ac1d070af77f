'use client'
import { parseAsStringLiteral, useQueryState } from 'nuqs'
import { useTranslations } from 'use-intl'
import { useMe } from '../api/me.tsx'
import { RepositoryTable } from '../images/repository-table.tsx'
import { useRepositoryActions } from '../images/use-repository-actions.tsx'
import { paths } from '../paths.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { PageTabs } from '../ui/layout/tabs.tsx'
import { RecipeTable } from './recipe-table.tsx'
import { VariableTable } from './variable-table.tsx'

/** Scripts for guests, the variables that they read, and for administrators the repositories they come from. */
export function RecipesPage() {
  const t = useTranslations('recipes')
  const { isAdmin } = useMe()
  const repositories = useRepositoryActions()
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
      <>
        <RepositoryTable add={repositories.createButton()} tabs={tabs} actions={repositories} title={t('title')} />
        {repositories.dialogs}
      </>
    )
  if (tab === 'variables') return <VariableTable tabs={tabs} />
  return <RecipeTable tabs={tabs} create={<CreateButton href={paths.newRecipe()}>{t('create')}</CreateButton>} />
}
