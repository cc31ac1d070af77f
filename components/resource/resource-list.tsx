'use client'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { ImportKind } from '../../server/domain/import/kinds.ts'
import { healthViews } from '../health/health-column.tsx'
import { ImportLink } from '../import/import-link.tsx'
import { type AskedView, countedViews, countOf } from '../table/counted-views.ts'
import { ListScreen, type ListScreenProps } from '../table/list-screen.tsx'
import { type ListProps, type Named, useList } from './use-list.ts'

export type ResourceListProps<Row extends Named, Listed extends Named> = ListProps<Row, Listed> &
  Pick<Partial<ListScreenProps<Row>>, 'title' | 'label' | 'empty' | 'csv' | 'create' | 'notice' | 'tabs' | 'footer'> & {
    /** Questions that are asked often, called by `views.<key>`, with how many rows each has; `health` those of what is read or summed up. */
    views?: readonly AskedView[] | 'health'
    /** In the head, before import and file. */
    beside?: ReactNode
    imports?: ImportKind
    children?: ReactNode
  }

const NONE: readonly AskedView[] = []

/** The page of a list of the API: what is the same for all of them. A page says what is special about it. */
export function ResourceList<Row extends Named, Listed extends Named = Row>(props: ResourceListProps<Row, Listed>) {
  const { actions, views, beside, imports, title, label, empty, csv, create, notice, tabs, footer, children } = props
  const { t, ask, query, parts } = useList(props)
  const health = useTranslations('health') as unknown as (key: string) => string
  const asked = views === 'health' ? healthViews : (views ?? NONE)
  const words = views === 'health' ? health : t
  const counts = useQueries({ queries: asked.map((view) => ask(countOf(view).query)) })
  const shown = countedViews(asked, (key) => words(`views.${key}`), counts)
  return (
    <ListScreen<Row>
      {...parts}
      title={title ?? t('title')}
      label={label}
      query={query}
      empty={empty ?? { title: t('none'), ...(t.has('noneHint') && { hint: t('noneHint') }) }}
      csv={csv}
      create={create}
      notice={notice}
      tabs={tabs}
      footer={footer}
      actions={
        <>
          {beside}
          {imports && <ImportLink kind={imports} />}
        </>
      }
      {...(shown.length > 0 && { views: shown, size: shown[0]?.count })}
    >
      {actions?.dialogs}
      {children}
    </ListScreen>
  )
}
