'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Pdu, PduPort } from '../../server/domain/pdu/schema.ts'
import { Loaded } from '../api/loaded.tsx'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { Button } from '../ui/controls/button.tsx'
import { Tag } from '../ui/display/badge.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { linked } from '../ui/display/text.tsx'
import { MoreMenu } from '../ui/floating/more-menu.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { OutletState } from './outlet-state.tsx'
import { useOutletActions } from './use-outlet-actions.tsx'

/** The outlets of a PDU: power, load and what hangs on each. */
export function PduOutlets({ record }: { record: Pdu }) {
  const t = useTranslations('device.outlet')
  const device = useTranslations('device')
  const words = useTranslations('powerWords')
  const format = useFormatter()
  const trpc = useTRPC()
  const actions = useOutletActions(record)
  const query = useQuery(
    trpc.dci.pdu.port.list.queryOptions({
      params: { pdu_id: record.id },
      query: { orderby: 'identity', limit: '0,500' },
    }),
  )
  return (
    <Loaded query={query} rows={6} label={t('many')} unread={t('unread')}>
      {({ list, size }) =>
        size === 0 ? (
          <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
        ) : (
          <>
            <Rows
              label={t('many')}
              rows={list}
              columns={[
                { head: t('identity'), name: true, cell: ({ identity }) => <span className="num">{identity}</span> },
                { head: t('power'), cell: (outlet) => <Power outlet={outlet} /> },
                // Most PDUs measure what all their outlets draw, few measure each.
                list.some(({ load_watt }) => load_watt !== null) && {
                  head: t('load'),
                  right: true,
                  quiet: true,
                  wide: true,
                  cell: ({ load_watt: watt }) => (watt === null ? '-' : device('watt', { watt: format.number(watt) })),
                },
                { head: t('feeds'), cell: (outlet) => <Fed outlet={outlet} /> },
                {
                  head: t('name'),
                  quiet: true,
                  wide: true,
                  cell: ({ name, server, gone }) => (
                    <>
                      {name === server?.name ? null : name} {gone ? <Tag>{t('gone')}</Tag> : null}
                    </>
                  ),
                },
                {
                  head: <span className="sr-only">{t('actions')}</span>,
                  right: true,
                  cell: (outlet) => (
                    <span className="inline-flex items-center gap-1">
                      {/* What is in use and has no power stands out; everything else is in the menu. */}
                      {outlet.power_status === 'down' && outlet.connection_type !== 'free' && !outlet.gone ? (
                        <Button
                          size="sm"
                          disabledReason={outlet.task_id === null ? undefined : t('changing')}
                          onClick={() => actions.on(outlet)}
                        >
                          {words('verbs.turn_on')}
                          <span className="sr-only">{t('named', { identity: outlet.identity })}</span>
                        </Button>
                      ) : null}
                      <MoreMenu
                        label={t('actionsOf', { identity: outlet.identity })}
                        entries={actions.entries(outlet)}
                      />
                    </span>
                  ),
                },
              ]}
            />
            {actions.dialogs}
          </>
        )
      }
    </Loaded>
  )
}

function Power({ outlet }: { outlet: PduPort }) {
  const t = useTranslations('device.outlet')
  const said = useSaid()
  if (outlet.task_id !== null) return <State kind="run">{t('changing')}</State>
  if (!outlet.fault) return <OutletState status={outlet.power_status} />
  return (
    <State kind="fault" detail={said(outlet.fault)}>
      {t('failed')}
    </State>
  )
}

function Fed({ outlet }: { outlet: PduPort }) {
  const t = useTranslations('device.outlet')
  if (outlet.server) return linked(paths.server(outlet.server.id), outlet.server.name)
  if (outlet.is_service)
    return (
      <>
        <Tag>{t('service')}</Tag> {outlet.connection_type_info}
      </>
    )
  return <span className="text-fg-3">{t('free')}</span>
}
