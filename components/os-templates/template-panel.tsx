'use client'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { StateBadge } from '../ui/display/badge.tsx'
import { Drawer } from '../ui/floating/drawer.tsx'
import { MacroForm } from './macro-form.tsx'
import { TemplateFacts } from './template-facts.tsx'
import { TemplatePlaces } from './template-places.tsx'
import type { PlaceActions } from './use-place-actions.tsx'

/** One template beside the page: what it is, where it is, and what it is filled in with. */
export default function TemplatePanel({
  id,
  actions,
  onClose,
}: {
  id: number
  actions: PlaceActions
  onClose: () => void
}) {
  const t = useTranslations('osTemplates')
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.osTemplate.get.queryOptions(id > 0 ? { params: { os_template_id: id } } : skipToken))
  return (
    <Drawer
      title={query.data?.name ?? t('template')}
      badge={
        query.data && !query.data.status_info.offered ? (
          <StateBadge kind="warn">{t('notOfferedShort')}</StateBadge>
        ) : null
      }
      onClose={onClose}
      className="w-(--panel-w)"
    >
      <ObjectGate query={query}>{(template) => <Panel template={template} actions={actions} />}</ObjectGate>
    </Drawer>
  )
}

function Panel({ template, actions }: { template: OsTemplate; actions: PlaceActions }) {
  return (
    <>
      <div className="px-4 py-3">
        <TemplateFacts template={template} />
      </div>
      <TemplatePlaces template={template} actions={actions} />
      {/* What is typed belongs to this version; another one is shown as it is then. */}
      <MacroForm key={`${template.id}.${template.revision}`} template={template} />
    </>
  )
}
