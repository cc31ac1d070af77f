'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { useTranslations } from 'use-intl'
import { eventSeverities } from '../../server/domain/ipmi/states.ts'
import { apiFault } from '../api/fault.ts'
import { useTRPC } from '../api/trpc.ts'
import { Button } from '../ui/controls/button.tsx'
import { Input } from '../ui/controls/input.tsx'
import { Segmented } from '../ui/controls/segmented.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { ExactTime } from '../ui/display/time.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { ErrorState } from '../ui/layout/error-state.tsx'
import { Pagination } from '../ui/layout/pagination.tsx'
import { Section } from '../ui/layout/section.tsx'
import { SkeletonRows } from '../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../ui/layout/table.tsx'

const LIMIT = 25
const kinds = { ok: 'off', warning: 'warn', critical: 'fault' } as const

/** The log of a controller, the newest entry first. */
export function EventLog({ ipmi_id, onClear }: { ipmi_id: number; onClear: (() => void) | null }) {
  const t = useTranslations('controllers.events')
  const trpc = useTRPC()
  const [text, setText] = useState('')
  const [severity, setSeverity] = useState<(typeof eventSeverities)[number] | 'all'>('all')
  const [offset, setOffset] = useState(0)
  const search = useDeferredValue(text.trim())
  const query = useQuery(
    trpc.dci.ipmi.sensor.events.queryOptions(
      {
        params: { ipmi_id },
        query: {
          limit: `${offset},${LIMIT}`,
          ...(search && { search }),
          ...(severity !== 'all' && { where: `severity EQ ${severity}` }),
        },
      },
      { placeholderData: keepPreviousData },
    ),
  )
  const choose = (act: () => void) => {
    setOffset(0)
    act()
  }
  const { list = [], size = 0 } = query.data ?? {}
  const filtered = search !== '' || severity !== 'all'
  return (
    <Section
      title={t('title')}
      {...(query.data && !filtered && { count: size })}
      action={
        onClear && (
          <Button size="sm" onClick={onClear}>
            {t('clear')}
          </Button>
        )
      }
    >
      <div className="flex flex-wrap items-center gap-2 pb-2">
        <Input
          size="sm"
          type="search"
          className="w-60"
          aria-label={t('search')}
          placeholder={t('search')}
          value={text}
          onChange={(event) => choose(() => setText(event.target.value))}
        />
        <Segmented
          size="sm"
          label={t('severity')}
          value={severity}
          onValueChange={(next) => choose(() => setSeverity(next))}
          options={(['all', ...eventSeverities] as const).map((value) => ({ value, label: t(`severities.${value}`) }))}
        />
      </div>
      {!query.data ? (
        query.error ? (
          <ErrorState title={t('unread')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={5} label={t('title')} />
        )
      ) : list.length === 0 ? (
        <EmptyState title={filtered ? t('noneFound') : t('none')}>{filtered ? null : t('noneHint')}</EmptyState>
      ) : (
        <>
          <Table label={t('title')} compact>
            <TableHead>
              <Th>{t('at')}</Th>
              <Th>{t('what')}</Th>
              <Th className="phone:hidden">{t('sensor')}</Th>
            </TableHead>
            <tbody>
              {list.map((event) => (
                <Tr key={event.id}>
                  <Td quiet className="w-44">
                    <ExactTime at={event.at ?? event.seen_at} />
                  </Td>
                  <Td className="whitespace-normal!">
                    <span className="flex items-start gap-2">
                      <StateMark
                        kind={kinds[event.severity]}
                        label={t(`severities.${event.severity}`)}
                        className="mt-0.5"
                      />
                      <span className="min-w-0 break-words">{event.words}</span>
                    </span>
                  </Td>
                  <Td quiet className="max-w-50 phone:hidden">
                    {event.sensor}
                  </Td>
                </Tr>
              ))}
            </tbody>
          </Table>
          <div className="pt-2">
            <Pagination offset={offset} limit={LIMIT} count={list.length} size={size} onOffsetChange={setOffset} />
          </div>
        </>
      )}
    </Section>
  )
}
