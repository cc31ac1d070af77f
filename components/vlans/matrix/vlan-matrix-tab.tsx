'use client'
import { useQuery } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs'
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import type { Location } from '../../../server/domain/location/schema.ts'
import type { MatrixPort, VlanMatrix } from '../../../server/domain/vlan/matrix.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC } from '../../api/trpc.ts'
import { optionOf } from '../../form/option-of.ts'
import { vlansIn } from '../../switches/vlan-text.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Input } from '../../ui/controls/input.tsx'
import { Segmented } from '../../ui/controls/segmented.tsx'
import { Select } from '../../ui/controls/select.tsx'
import { PointMenu } from '../../ui/floating/menu.tsx'
import type { MenuEntry } from '../../ui/floating/menu-entries.ts'
import { EmptyState } from '../../ui/layout/empty-state.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { carriesGround, MatrixGrid, type MatrixRow } from './matrix-grid.tsx'
import { type Carries, carries, letterOf, matrixColumns, matrixCsv, movesOf } from './matrix-plan.ts'
import { usePlan } from './use-plan.ts'

const ReviewPlan = lazy(() => import('./review-plan.tsx'))
const rowKinds = ['port', 'switch'] as const

/** Which port of a location carries which VLAN: to read, to plan changes on, and to take away as a file. */
export function VlanMatrixTab({ location }: { location: Location }) {
  const t = useTranslations('vlanMatrix')
  const trpc = useTRPC()
  const query = useQuery(trpc.dci.vlan.matrix.queryOptions({ params: { location_id: location.id } }))
  if (!query.data)
    return (
      <div className="px-6 py-3 phone:px-4">
        {query.error ? (
          <ErrorState title={t('unread')} cause={apiFault(query.error).msg} onRetry={() => void query.refetch()} />
        ) : (
          <SkeletonRows rows={8} label={t('title')} />
        )}
      </div>
    )
  if (query.data.ports.length === 0)
    return (
      <div className="px-6 py-3 phone:px-4">
        <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
      </div>
    )
  return <Matrix name={location.name} matrix={query.data} />
}

function Matrix({ name, matrix }: { name: string; matrix: VlanMatrix }) {
  const t = useTranslations('vlanMatrix')
  const format = useFormatter()
  const [chosen, set] = useQueryStates({
    rows: parseAsStringLiteral(rowKinds).withDefault('port'),
    switch: parseAsInteger,
    vlan: parseAsString.withDefault(''),
  })
  const wanted = useDeferredValue(chosen.vlan)
  const { plan, move, drop, clear } = usePlan(matrix.ports)
  const [asked, setAsked] = useState<{ port: MatrixPort; vlan: number; at: { x: number; y: number } } | null>(null)
  const [reviewing, setReviewing] = useState(false)
  const devices = useMemo(() => new Map(matrix.switches.map(({ id, name: one }) => [id, one])), [matrix.switches])
  const columns = useMemo(() => {
    const all = matrixColumns(matrix)
    const ids = vlansIn(wanted)
    if (ids?.length) return all.filter(({ id }) => ids.includes(id))
    const word = wanted.trim().toLowerCase()
    return word ? all.filter((one) => one.name.toLowerCase().includes(word)) : all
  }, [matrix, wanted])
  const ports = useMemo(() => {
    const ofSwitch =
      chosen.switch === null ? matrix.ports : matrix.ports.filter((port) => port.switch === chosen.switch)
    // Who asks for VLANs asks for those who carry them, or shall.
    return wanted.trim()
      ? ofSwitch.filter((port) => columns.some(({ id }) => carries(port, id) || carries(plan.get(port.id) ?? port, id)))
      : ofSwitch
  }, [matrix.ports, chosen.switch, wanted, columns, plan])
  const rows = useMemo((): MatrixRow[] => {
    if (chosen.rows === 'port')
      return ports.map((port) => ({
        kind: 'port',
        port,
        plan: plan.get(port.id),
        device: devices.get(port.switch) ?? '',
      }))
    const counts = new Map<number, Map<number, number>>()
    for (const port of ports) {
      const own = counts.get(port.switch) ?? new Map<number, number>()
      counts.set(port.switch, own)
      for (const { id } of columns) if (carries(port, id)) own.set(id, (own.get(id) ?? 0) + 1)
    }
    return [...counts].map(([id, own]) => ({ kind: 'switch', id, name: devices.get(id) ?? '', counts: own }))
  }, [chosen.rows, ports, plan, devices, columns])
  const save = () => {
    const file = new Blob([matrixCsv(columns, ports, devices)], { type: 'text/csv' })
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = `${name}-vlans.csv`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  }
  const entries = asked
    ? cellEntries(t, asked, plan.get(asked.port.id) ?? asked.port, (how) => move(asked.port, asked.vlan, how))
    : []
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex flex-none flex-wrap items-center gap-2 px-6 py-3 phone:px-4">
        <Segmented
          label={t('rowsAre')}
          value={chosen.rows}
          onValueChange={(next) => void set({ rows: next })}
          options={rowKinds.map((value) => ({ value, label: t(`rows.${value}`) }))}
        />
        <Select
          aria-label={t('switch')}
          className="w-44"
          value={String(chosen.switch ?? 0)}
          onValueChange={(next) => void set({ switch: Number(next) || null })}
          options={[{ value: '0', label: t('allSwitches') }, ...matrix.switches.map(optionOf)]}
        />
        <Input
          className="w-44"
          aria-label={t('filter')}
          placeholder={t('filter')}
          value={chosen.vlan}
          onChange={(event) => void set({ vlan: event.target.value }, { history: 'replace' })}
        />
        <Legend />
        <span className="num ml-auto text-12 text-fg-3">
          {t('size', { rows: format.number(rows.length), columns: format.number(columns.length) })}
        </span>
        <Button className="phone:hidden" icon={<Download />} onClick={save}>
          {t('csv')}
        </Button>
      </div>
      {matrix.size > matrix.ports.length ? (
        <p className="px-6 pb-2 text-12 text-fg-2 phone:px-4">
          {t('cut', { shown: format.number(matrix.ports.length), size: format.number(matrix.size) })}
        </p>
      ) : null}
      {rows.length === 0 || columns.length === 0 ? (
        <div className="px-6 phone:px-4">
          <EmptyState title={t('noMatch')}>{t('noMatchHint')}</EmptyState>
        </div>
      ) : (
        <MatrixGrid
          label={t('title')}
          rows={rows}
          columns={columns}
          onCell={(row, vlan, at) =>
            row.kind === 'port'
              ? setAsked({ port: row.port, vlan, at })
              : void set({ rows: 'port', switch: row.id, vlan: String(vlan) })
          }
        />
      )}
      {plan.size > 0 ? (
        <div
          role="status"
          className="flex flex-none flex-wrap items-center gap-2 border-t border-line bg-accent-tint px-6 py-2 phone:px-4"
        >
          <b className="font-medium">{t('willChange', { count: plan.size })}</b>
          <span className="text-12 text-fg-2">{t('nothingYet')}</span>
          <span className="ml-auto flex gap-2">
            <Button onClick={clear}>{t('discard')}</Button>
            <Button kind="primary" onClick={() => setReviewing(true)}>
              {t('reviewPlan')}
            </Button>
          </span>
        </div>
      ) : null}
      <PointMenu
        at={asked?.at ?? null}
        onClose={() => setAsked(null)}
        label={asked ? t('cell', { port: asked.port.name, vlan: asked.vlan }) : ''}
        entries={entries}
      />
      {reviewing ? (
        <Suspense>
          <ReviewPlan
            planned={matrix.ports.flatMap((port) => {
              const wantedOf = plan.get(port.id)
              return wantedOf ? [{ port, plan: wantedOf, device: devices.get(port.switch) ?? '' }] : []
            })}
            onSent={drop}
            onClose={() => setReviewing(false)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}

/** What a click on a cell offers; an uplink and a port that is just being changed say why nothing. */
function cellEntries(
  t: ReturnType<typeof useTranslations<'vlanMatrix'>>,
  { port, vlan }: { port: MatrixPort; vlan: number },
  now: Parameters<typeof movesOf>[0],
  choose: (how: ReturnType<typeof movesOf>[number]) => void,
): MenuEntry[] {
  const reason = port.is_uplink
    ? t('isUplink')
    : port.provisioning
      ? t('isProvisioning')
      : port.task_id === null
        ? undefined
        : t('changing')
  const moves = movesOf(now, vlan)
  return [
    { kind: 'heading', label: t('cell', { port: port.name, vlan }) },
    ...(moves.length > 0
      ? moves.map((how) => ({
          label: t(how === 'tagged' && !now.is_trunk ? 'moves.intoTrunk' : `moves.${how}`, { vlan }),
          disabledReason: reason,
          onSelect: () => choose(how),
        }))
      : [{ label: t('moves.stays'), disabledReason: t('moves.staysWhy') }]),
  ]
}

function Legend() {
  const t = useTranslations('vlanMatrix')
  return (
    <ul aria-label={t('legend')} className="flex flex-wrap gap-x-3 text-12 text-fg-2">
      {(['access', 'tagged', 'native'] satisfies Carries[]).map((how) => (
        <li key={how} className="flex items-center gap-1.5">
          <span
            aria-hidden="true"
            className="flex size-4 items-center justify-center rounded-xs text-11 text-cat-on"
            style={{ background: `var(--${carriesGround[how]})` }}
          >
            {letterOf(how)}
          </span>
          {t(`carries.${how}`)}
        </li>
      ))}
    </ul>
  )
}
