'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { RepositoryTable } from '../images/repository-table.tsx'
import { useRepositoryActions } from '../images/use-repository-actions.tsx'

/** Where scripts come from: the same repositories as those of images. */
export default function RepositoryTab({ tabs }: { tabs: ReactNode }) {
  const t = useTranslations('recipes')
  const actions = useRepositoryActions()
  return (
    <>
      <RepositoryTable add={actions.createButton()} tabs={tabs} actions={actions} title={t('title')} />
      {actions.dialogs}
    </>
  )
}
