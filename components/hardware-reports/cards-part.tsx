import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { useFormatter, useTranslations } from 'use-intl'
import type { Cable, Cables } from '../../server/domain/hardware-report/cables.ts'
import type { HardwareReport } from '../../server/domain/operation/report.ts'
import { useTRPC } from '../api/trpc.ts'
import { paths } from '../paths.ts'
import { Copyable } from '../ui/controls/copy.tsx'
import { State, type StateKind, StateMark } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'
import { AcceptAll, AcceptCable } from './accept-cable.tsx'

const signs = {
  same: 'ok',
  differs: 'warn',
  taken: 'warn',
  closed: 'warn',
  unknown: 'unknown',
  silent: 'off',
  no_link: 'off',
} as const satisfies Record<Exclude<Cable['state'], 'new'>, StateKind>

/** Network cards, who is at the other end of their cables, and how that stands to what the panel has. */
export function CardsPart(props: {
  server_id: number
  report_id: number
  last: boolean
  nics: HardwareReport['nics']
}) {
  const { server_id, report_id, last, nics } = props
  const t = useTranslations('hardwareReports')
  const format = useFormatter()
  const trpc = useTRPC()
  const params = { server_id, report_id }
  const query = useQuery(trpc.dci.hardwareReport.cables.queryOptions({ params }))
  const cableOf = (mac: string) => query.data?.list.find((one) => one.mac === mac.toLowerCase())
  return (
    <Section
      title={t('cards')}
      count={t('byLldp')}
      action={last && query.data ? <AcceptAll params={params} cables={query.data.list} /> : undefined}
    >
      {query.error ? <ErrorState title={t('cablesUnread')} onRetry={() => void query.refetch()} /> : null}
      {nics.length === 0 ? (
        <p className="text-fg-3">{t('noCards')}</p>
      ) : (
        <div className="overflow-x-auto">
          <Rows
            label={t('cards')}
            rows={nics}
            rowKey={({ mac }) => mac}
            columns={[
              { head: t('card.name'), name: true, cell: ({ name }) => name },
              { head: t('card.driver'), quiet: true, cell: ({ driver }) => driver },
              { head: t('card.firmware'), quiet: true, cell: ({ firmware }) => firmware || '-' },
              { head: t('card.mac'), cell: ({ mac }) => <Copyable text={mac.toLowerCase()} /> },
              {
                head: t('card.speed'),
                right: true,
                cell: ({ speed, link }) => (link && speed ? t('mbit', { speed: format.number(speed) }) : '-'),
              },
              {
                head: t('card.neighbour'),
                cell: ({ lldp, link }) =>
                  lldp ? (
                    <>
                      {lldp.system || lldp.chassis} <span className="mono">{lldp.port}</span>
                    </>
                  ) : (
                    <span className="text-fg-3">{t(link ? 'silentNeighbour' : 'noLink')}</span>
                  ),
              },
              { head: t('card.cable'), cell: ({ mac }) => <CableState cable={cableOf(mac)} /> },
              last && {
                head: <span className="sr-only">{t('card.action')}</span>,
                right: true,
                className: 'print:hidden',
                cell: ({ mac }) => <AcceptCable params={params} cable={cableOf(mac)} />,
              },
            ]}
          />
        </div>
      )}
      <Unconfirmed server_id={server_id} ports={query.data?.unconfirmed ?? []} />
    </Section>
  )
}

/** Connections of the panel that the report says nothing of: they are looked at where cables are. */
function Unconfirmed({ server_id, ports }: { server_id: number; ports: Cables['unconfirmed'] }) {
  const t = useTranslations('hardwareReports')
  if (ports.length === 0) return null
  const list = ports.map(({ name, switch_name }) => `${switch_name} ${name}`).join(', ')
  return (
    <p className="mt-2 flex items-start gap-1.5 text-fg-2">
      <StateMark kind="warn" className="mt-0.5 flex-none" />
      <span className="min-w-0 wrap-anywhere">
        {t('unconfirmed', { list })}{' '}
        <TextLink href={paths.server(server_id)} className="underline underline-offset-2 print:hidden">
          {t('toCables')}
        </TextLink>
      </span>
    </p>
  )
}

function CableState({ cable }: { cable: Cable | undefined }) {
  const t = useTranslations('hardwareReports.cables')
  if (!cable) return null
  const { state, known, server } = cable
  if (state === 'taken' && server)
    return (
      <State kind={signs.taken}>
        {t.rich('taken', { server: () => <TextLink href={paths.server(server.id)}>{server.name}</TextLink> })}
      </State>
    )
  if (state === 'new')
    return (
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        <Plus aria-hidden className="size-3.5 text-fg-3" />
        {t('new')}
      </span>
    )
  return <State kind={signs[state]}>{t(state as Exclude<typeof state, 'taken'>, { port: known?.name ?? '' })}</State>
}
