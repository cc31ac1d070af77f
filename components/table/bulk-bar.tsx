'use client'
import { type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { StateMark } from '../ui/display/state-mark.tsx'
import { ConfirmDialog } from '../ui/floating/confirm-dialog.tsx'
import { floatClass } from '../ui/floating/float-class.ts'
import { MenuButton } from '../ui/floating/menu-button.tsx'
import { type BulkAction, type BulkChosen, type BulkPlan, byReason } from './bulk.ts'

export type BulkBarProps<Row> = {
  count: number
  /** All rows that match; offered when more match than are chosen. */
  size: number
  onSelectAll?: (() => void) | undefined
  onClear: () => void
  actions: readonly BulkAction<Row>[]
  /** The chosen rows themselves, also those of other pages. */
  rows: () => Promise<readonly Row[]>
  name: (row: Row) => string
}

type Ready<Row> = { action: BulkAction<Row>; plan: BulkPlan<Row>; total: number; chosen: BulkChosen }

/** Floats over the foot of the table while rows are chosen: first the actions, then the plan, then it runs. */
export default function BulkBar<Row>(props: BulkBarProps<Row>) {
  const { count, size, onSelectAll, onClear, actions, rows, name } = props
  const t = useTranslations('table')
  const format = useFormatter()
  const [ready, setReady] = useState<Ready<Row> | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)

  const attempt = async (id: string, work: () => Promise<void>) => {
    setBusy(id)
    setFailure(null)
    try {
      await work()
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      setBusy(null)
    }
  }
  const propose = (action: BulkAction<Row>) =>
    attempt(action.id, async () => {
      const chosen = await rows()
      setReady({ action, plan: action.plan(chosen), total: chosen.length, chosen: action.choices?.first ?? {} })
    })
  const run = async ({ action, plan, chosen }: Ready<Row>) => {
    await action.run(plan.go, chosen)
    setReady(null)
    onClear()
  }

  const first = actions.slice(0, 3)
  const rest = actions.slice(3)
  return (
    <section
      aria-label={t('bulkActions')}
      className={cn(
        floatClass,
        'absolute bottom-12 left-1/2 z-20 w-[min(880px,calc(100%-48px))] -translate-x-1/2 animate-fade phone:bottom-2 phone:w-[calc(100%-16px)]',
      )}
    >
      {ready ? <Plan ready={ready} name={name} /> : null}
      {ready && ready.plan.go.length > 0
        ? ready.action.choices?.render(ready.plan.go, ready.chosen, (chosen) => setReady({ ...ready, chosen }))
        : null}
      {failure ? (
        <div role="alert" className="flex gap-2 border-b border-line px-3 py-2 text-fault-fg">
          <StateMark kind="fault" className="mt-[3px]" />
          {failure}
        </div>
      ) : null}
      <div className="flex flex-wrap items-center gap-2 py-2 pr-2 pl-3">
        <span className="num font-medium">{t('selected', { count })}</span>
        {ready ? null : (
          <>
            {onSelectAll && count < size ? (
              <Button kind="quiet" size="sm" onClick={onSelectAll}>
                {t('selectAll', { count: format.number(size) })}
              </Button>
            ) : null}
            <Button kind="quiet" size="sm" onClick={onClear}>
              {t('clear')} <Kbd>Esc</Kbd>
            </Button>
          </>
        )}
        <span className="ml-auto flex gap-2">
          {ready ? (
            <>
              <Button kind="quiet" size="sm" onClick={() => setReady(null)}>
                {t('cancel')}
              </Button>
              <Button
                kind={isRed(ready.action) ? 'danger' : 'primary'}
                size="sm"
                busy={busy !== null}
                onClick={() => (ready.action.danger ? setAsking(true) : attempt(ready.action.id, () => run(ready)))}
                disabledReason={ready.plan.go.length === 0 ? t('noneCan') : ready.action.choices?.wrong?.(ready.chosen)}
              >
                {ready.action.words.run(ready.plan.go.length)}
              </Button>
            </>
          ) : (
            <>
              {first.map((action) => (
                <Button
                  key={action.id}
                  size="sm"
                  kind={isRed(action) ? 'danger' : 'default'}
                  icon={action.icon}
                  busy={busy === action.id}
                  onClick={() => propose(action)}
                >
                  {action.label}
                </Button>
              ))}
              {rest.length > 0 ? (
                <MenuButton
                  size="sm"
                  menuLabel={t('moreActions')}
                  entries={rest.map((action) => ({
                    label: action.label,
                    icon: action.icon,
                    onSelect: () => void propose(action),
                    ...(isRed(action) && { danger: true }),
                  }))}
                >
                  {t('more')}
                </MenuButton>
              ) : null}
            </>
          )}
        </span>
      </div>
      {ready?.action.danger ? (
        <ConfirmDialog
          open={asking}
          onOpenChange={setAsking}
          title={ready.action.words.title(ready.plan.go.length)}
          lost={ready.action.danger.lost(ready.plan.go, ready.chosen)}
          {...(ready.action.danger.level ? {} : { name: String(ready.plan.go.length) })}
          tone={isRed(ready.action) ? 'danger' : 'neutral'}
          action={ready.action.words.run(ready.plan.go.length)}
          onConfirm={() => run(ready)}
        />
      ) : null}
    </section>
  )
}

const isRed = <Row,>({ danger }: BulkAction<Row>) => danger !== undefined && danger.level !== 'ask'

function Plan<Row>({ ready, name }: { ready: Ready<Row>; name: (row: Row) => string }) {
  const { action, plan, total } = ready
  const t = useTranslations('table')
  return (
    <div role="status" className="max-h-[40vh] overflow-y-auto border-b border-line px-3 py-2.5">
      <div className="mb-1.5 flex flex-wrap items-baseline gap-2">
        <b className="font-semibold">{action.words.title(total)}</b>
        <span className="text-fg-3">
          {plan.skip.length > 0
            ? t('planSummary', { go: action.words.go(plan.go.length), skip: action.words.skip(plan.skip.length) })
            : action.words.go(plan.go.length)}
        </span>
        {action.note ? <span className="ml-auto text-12 text-fg-3">{action.note}</span> : null}
      </div>
      {plan.go.length > 0 ? (
        <PlanLine
          mark={<StateMark kind={isRed(action) ? 'warn' : 'ok'} />}
          head={action.words.go(plan.go.length)}
          names={plan.go.map(name)}
        />
      ) : null}
      {byReason(plan.skip, name).map(({ reason, names }) => (
        <PlanLine
          key={reason}
          mark={<StateMark kind="locked" />}
          head={action.words.skip(names.length)}
          names={names}
          reason={reason}
        />
      ))}
    </div>
  )
}

const firstNames = 8

function PlanLine(props: { mark: ReactNode; head: string; names: readonly string[]; reason?: string }) {
  const { mark, head, names, reason } = props
  const t = useTranslations('table')
  const [all, setAll] = useState(false)
  const shown = all ? names : names.slice(0, firstNames)
  return (
    <div className="grid grid-cols-[16px_minmax(88px,auto)_1fr_auto] items-baseline gap-2 py-[3px]">
      <span className="mt-[3px] self-start">{mark}</span>
      <span className="font-medium">{head}</span>
      <span className="flex min-w-0 flex-wrap gap-x-1.5 text-fg-2">
        {/* The reason is what matters: names give way. */}
        {reason ? <span className="text-fg">{`${reason}: `}</span> : null}
        <span className={cn('min-w-0', !all && 'truncate')}>{shown.join(', ')}</span>
      </span>
      {names.length > shown.length ? (
        <button type="button" onClick={() => setAll(true)} className="text-12 text-accent-text hover:underline">
          {t('showAll')}
        </button>
      ) : null}
    </div>
  )
}
