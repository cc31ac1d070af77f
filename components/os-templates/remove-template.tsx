'use client'
import { useTranslations } from 'use-intl'
import type { OsTemplate } from '../../server/domain/os-template/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import type { Site } from './use-place-actions.tsx'

/** Takes a template away from a location. */
export default function RemoveTemplate(props: { template: OsTemplate; site: Site; onClose: () => void }) {
  const { template, site, onClose } = props
  const t = useTranslations('osTemplates')
  const { dci } = useTRPCClient()
  const names = { name: template.name, location: site.name }
  return (
    <ConfirmAction
      title={t('removeTitle', names)}
      lost={[t('removeLost', names), ...(template.status_info.offered ? [] : [t('removeLast')])].join(' ')}
      action={t('commands.remove')}
      onClose={onClose}
      run={() => dci.osTemplate.uninstall.mutate({ params: { location_id: site.id, os_template_id: template.id } })}
    />
  )
}
