'use client'
import { useTranslations } from 'use-intl'
import type { adminStatuses, operStatuses } from '../../server/domain/switch/port.ts'
import { State, type StateKind } from '../ui/display/state-mark.tsx'

type Port = { admin_status: (typeof adminStatuses)[number]; oper_status: (typeof operStatuses)[number] }

const kinds = {
  up: 'on',
  down: 'off',
  testing: 'run',
  unknown: 'unknown',
  dormant: 'pause',
  notpresent: 'off',
  lowerlayerdown: 'off',
} as const satisfies Record<Port['oper_status'], StateKind>

/** Whether a port has a link; a port that is shut shows that instead. */
export function PortState({ port }: { port: Port }) {
  const t = useTranslations('dc.port')
  if (port.admin_status === 'down') return <State kind="locked">{t('shut')}</State>
  return <State kind={kinds[port.oper_status]}>{t(port.oper_status)}</State>
}
