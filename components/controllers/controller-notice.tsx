'use client'
import { useTranslations } from 'use-intl'
import type { Server } from '../../server/domain/server/record.ts'
import { paths } from '../paths.ts'
import { Notice } from '../ui/notice.tsx'
import { TextLink } from '../ui/text.tsx'

/** What the sensors of a server have to say, when something is beyond its limits. */
export function ControllerNotice({ server }: { server: Server }) {
  const t = useTranslations('controllers')
  const { ipmi, maintenance, id } = server
  if (!ipmi || ipmi.status === 'fail' || !(ipmi.health === 'critical' || ipmi.health === 'warning')) return null
  return (
    <Notice
      kind={ipmi.health === 'critical' && !maintenance ? 'fault' : 'warn'}
      className="mb-3"
      action={<TextLink href={paths.server(id, 'controller')}>{t('sensors.show')}</TextLink>}
    >
      {t(`beyond.${ipmi.health}`)} {ipmi.health_info}
    </Notice>
  )
}
