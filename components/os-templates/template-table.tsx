'use client'
import { useSearchParams } from 'next/navigation'
import type { ReactNode } from 'react'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { ResourceList } from '../resource/resource-list.tsx'
import type { AskedView } from '../table/counted-views.ts'
import { useTemplateColumns, useTemplateFilters } from './columns.tsx'
import { PlacesState } from './places-state.tsx'
import { useTemplateLine } from './template-words.ts'
import { NEEDS_WORK } from './use-matrix.ts'

const templateViews = [
  { key: 'all', filters: [], where: undefined },
  {
    key: 'needWork',
    filters: [{ field: 'location.status', op: 'is' as const, values: ['need_update', 'fail'] }],
    where: NEEDS_WORK,
  },
] as const satisfies readonly AskedView[]

/** All templates that repositories offer, with filters and as a file. */
export function TemplateTable({ tabs, beside, create }: { tabs: ReactNode; beside: ReactNode; create: ReactNode }) {
  const trpc = useTRPC()
  const words = useTemplateLine()
  const address = useSearchParams()
  // The panel of a template opens beside the list as it is asked for.
  const rowHref = ({ id }: OsTemplate) => paths.osTemplates({ ...Object.fromEntries(address), template: id })
  return (
    <ResourceList<OsTemplate>
      id="os-templates"
      prefix="tpl"
      words="osTemplates"
      csv="dci/os_template"
      list={trpc.dci.osTemplate.list}
      views={templateViews}
      filters={useTemplateFilters()}
      columns={useTemplateColumns()}
      rowHref={rowHref}
      phone={(template) => ({ detail: words(template), state: <PlacesState template={template} /> })}
      tabs={tabs}
      beside={beside}
      create={create}
    />
  )
}
