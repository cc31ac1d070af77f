'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type PlanType, planNeeds } from '../../../../server/domain/operation-plan/kinds.ts'
import type { PlannedServer } from '../../../../server/domain/operation-plan/schema.ts'
import { Said } from '../../../i18n/said.tsx'
import { paths } from '../../../paths.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { StateMark } from '../../../ui/display/state-mark.tsx'
import { TextLink } from '../../../ui/display/text.tsx'
import { useSizes } from '../../../ui/display/use-sizes.ts'
import { Rows } from '../../../ui/layout/rows.tsx'
import { useHolds } from '../../install/holds.ts'
import { useOperationWords } from '../../operation/use-operation-words.ts'

/** Rows that are drawn before all are asked for. */
const SHOWN = 50
const MIB = 1_048_576

/** The servers of a plan in their order. */
export function PreviewTable({ rows, type }: { rows: readonly PlannedServer[]; type: PlanType }) {
  const t = useTranslations('operationPlans.new')
  const [whole, showAll] = useState(false)
  return (
    <>
      <Rows
        label={t('servers')}
        rows={whole ? rows : rows.slice(0, SHOWN)}
        rowKey={({ server }) => server.id}
        columns={[
          {
            head: t('columns.server'),
            name: true,
            className: 'w-40 phone:w-32',
            cell: ({ server, location }) => (
              <>
                <TextLink plain href={paths.server(server.id)} prefetch={false}>
                  {server.name}
                </TextLink>
                <span className="block text-12 font-normal text-fg-3">{location.name}</span>
              </>
            ),
          },
          {
            head: t('columns.happens'),
            className: 'whitespace-normal',
            cell: (row) => <Happens row={row} type={type} />,
          },
          planNeeds[type].erases && {
            head: t('columns.lost'),
            wide: true,
            className: 'whitespace-normal',
            cell: (row) => (row.refused ? null : <Lost row={row} />),
          },
        ]}
      />
      {!whole && rows.length > SHOWN ? (
        <div>
          <Button size="sm" onClick={() => showAll(true)}>
            {t('showAll', { count: rows.length })}
          </Button>
        </div>
      ) : null}
    </>
  )
}

function Happens({ row, type }: { row: PlannedServer; type: PlanType }) {
  const t = useTranslations('operationPlans.new')
  const { span } = useOperationWords()
  const { refused, start, seconds, controller } = row
  if (refused)
    return (
      <span className="flex items-start gap-2">
        <StateMark kind="locked" label={t('refused')} className="mt-0.5 flex-none" />
        <span className="min-w-0 wrap-anywhere">
          <Said text={refused.reason} />
        </span>
      </span>
    )
  const when = start === null ? t('later') : start === 0 ? t('atOnce') : t('after', { span: span(start) })
  return (
    <span className="flex items-start gap-2">
      <StateMark kind={controller ? 'ok' : 'warn'} className="mt-0.5 flex-none" />
      <span className="min-w-0">
        {t(`does.${type}`)}, {when}
        {seconds === null ? null : <span className="text-fg-3">, {t('takes', { span: span(seconds) })}</span>}
        {controller ? null : <span className="block text-12 text-fg-3">{t('byHand')}</span>}
      </span>
    </span>
  )
}

/** Disks with their numbers, and what is on them. */
function Lost({ row: { disks } }: { row: PlannedServer }) {
  const t = useTranslations('operationPlans.new')
  const sizes = useSizes()
  const holds = useHolds()
  if (disks === null) return <span className="text-fg-2">{t('firstFound')}</span>
  return (
    <ul>
      {disks.map((disk) => {
        const what = holds(disk)
        return (
          <li key={disk.id} className="wrap-anywhere">
            {disk.model} <span className="mono text-12">{disk.id}</span>{' '}
            <span className="num text-fg-3">
              {sizes(disk.bytes / MIB)}
              {what ? `, ${what}` : ''}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
