import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../server/domain/operation/schema.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { type StateKind, StateMark } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { ExactTime } from '../ui/display/time.tsx'
import { SidePanelSection } from '../ui/layout/section.tsx'

const SHOWN = 6
/** Within words a link is told by more than its colour. */
const within = 'underline underline-offset-2'
const signs = {
  created: 'pause',
  running: 'run',
  ok: 'ok',
  fail: 'fault',
  cancelled: 'off',
} as const satisfies Record<Operation['status'], StateKind>

/** The last operations of a server, with what they found and certified. */
export function ServerOperations({ server_id }: { server_id: number }) {
  const t = useTranslations('hardwareReports')
  const trpc = useTRPC()
  const input = { params: { server_id }, query: { orderby: 'id desc', limit: `0,${SHOWN}` } }
  const { data } = useQuery(trpc.dci.operation.ofServer.queryOptions(input))
  if (!data || data.list.length === 0) return null
  return (
    <SidePanelSection title={t('operations')}>
      <ul>
        {data.list.map(({ id, status, type, created_at, hardware_report, certificate }) => (
          <li key={id} className="flex items-start gap-2 border-t border-line py-1.5 first:border-t-0">
            <StateMark kind={signs[status]} label={t(`statuses.${status}`)} className="mt-0.5" />
            <span className="min-w-0 leading-5">
              <ExactTime at={created_at} />, {t(`types.${type}`)}{' '}
              {hardware_report !== null && type === 'diag' ? (
                <TextLink href={paths.hardwareReport(server_id, hardware_report)} className={within}>
                  {t('report')}
                </TextLink>
              ) : null}{' '}
              {certificate === null ? null : (
                <TextLink href={paths.certificate(certificate)} className={within}>
                  {t('certificate')}
                </TextLink>
              )}
            </span>
          </li>
        ))}
      </ul>
    </SidePanelSection>
  )
}
