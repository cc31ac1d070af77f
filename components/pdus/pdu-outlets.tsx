'use client'
import { useQuery } from '@tanstack/react-query'
import { useFormatter, useTranslations } from 'use-intl'
import type { Pdu, PduPort } from '../../server/domain/pdu/schema.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { useSaid } from '../i18n/said.tsx'
import { paths } from '../paths.ts'
import { Button, IconButton } from '../ui/controls/button.tsx'
import { Tag } from '../ui/display/badge.tsx'
import { MoreIcon } from '../ui/display/icons.tsx'
import { State } from '../ui/display/state-mark.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'
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
  const said = useSaid()
  const query = useQuery(
    trpc.dci.pdu.port.list.queryOptions({
      params: { pdu_id: record.id },
      query: { orderby: 'identity', limit: '0,500' },
    }),
  )
  const { data, error } = query
  if (!data)
    return error ? (
      <ErrorState title={t('unread')} cause={apiFault(error).msg} onRetry={() => void query.refetch()} />
    ) : (
      <SkeletonRows rows={6} label={t('many')} />
    )
  // Most PDUs measure what all their outlets draw, few measure each.
  const measured = data.list.some(({ load_watt }) => load_watt !== null)
  if (data.size === 0) return <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
  return (
    <>
      <Table label={t('many')}>
        <TableHead>
          <Th>{t('identity')}</Th>
          <Th>{t('power')}</Th>
          {measured ? (
            <Th right className="phone:hidden">
              {t('load')}
            </Th>
          ) : null}
          <Th>{t('feeds')}</Th>
          <Th className="phone:hidden">{t('name')}</Th>
          <Th>
            <span className="sr-only">{t('actions')}</span>
          </Th>
        </TableHead>
        <tbody>
          {data.list.map((outlet) => (
            <Tr key={outlet.id}>
              <Td name className="num">
                {outlet.identity}
              </Td>
              <Td>
                {outlet.task_id !== null ? (
                  <State kind="run">{t('changing')}</State>
                ) : outlet.fault ? (
                  <State kind="fault" detail={said(outlet.fault)}>
                    {t('failed')}
                  </State>
                ) : (
                  <OutletState status={outlet.power_status} />
                )}
              </Td>
              {measured ? (
                <Td right quiet className="phone:hidden">
                  {outlet.load_watt === null ? '-' : device('watt', { watt: format.number(outlet.load_watt) })}
                </Td>
              ) : null}
              <Td>
                <Fed outlet={outlet} />
              </Td>
              <Td quiet className="phone:hidden">
                {outlet.name === outlet.server?.name ? null : outlet.name} {outlet.gone ? <Tag>{t('gone')}</Tag> : null}
              </Td>
              <Td right>
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
                  <Menu
                    label={t('actionsOf', { identity: outlet.identity })}
                    entries={actions.entries(outlet)}
                    trigger={
                      <IconButton kind="quiet" size="sm" label={t('actionsOf', { identity: outlet.identity })}>
                        <MoreIcon />
                      </IconButton>
                    }
                  />
                </span>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
      {actions.dialogs}
    </>
  )
}

function Fed({ outlet }: { outlet: PduPort }) {
  const t = useTranslations('device.outlet')
  if (outlet.server)
    return (
      <TextLink plain href={paths.server(outlet.server.id)}>
        {outlet.server.name}
      </TextLink>
    )
  if (outlet.is_service)
    return (
      <>
        <Tag>{t('service')}</Tag> {outlet.connection_type_info}
      </>
    )
  return <span className="text-fg-3">{t('free')}</span>
}
