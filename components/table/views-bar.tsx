'use client'
import Bookmark from 'lucide-react/icons/bookmark'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/controls/field.tsx'
import { Input } from '../ui/controls/input.tsx'
import { Popover } from '../ui/floating/popover.tsx'
import { useStored } from './storage.ts'
import type { TableState } from './use-table-state.ts'
import { checkViews, fromStored, sameView, toStored, type View } from './views.ts'

/** Named questions: those the page brings and those saved here. The present one is marked. */
export function ViewsBar({ table, views }: { table: TableState; views: readonly View[] }) {
  const t = useTranslations('table')
  const [saved, setSaved] = useStored(`views.${table.id}`, checkViews, [])
  const own = saved.map(fromStored)
  const known = [...views, ...own].some((view) => sameView(view, table))
  return (
    <div className="flex h-9 flex-none items-center gap-1 overflow-x-auto border-b border-line px-6 phone:gap-1.5 phone:px-4 phone:pb-2">
      {views.map((view) => (
        <ViewButton key={view.label} view={view} table={table} />
      ))}
      {own.map((view) => (
        <ViewButton
          key={`own-${view.label}`}
          view={view}
          table={table}
          onRemove={() => setSaved(saved.filter((one) => one.label !== view.label))}
        />
      ))}
      {known ? null : (
        <SaveView
          taken={saved.map((one) => one.label)}
          onSave={(label) =>
            setSaved([...saved, toStored({ label, q: table.q, filters: table.filters, sort: table.sort })])
          }
          label={t('saveView')}
        />
      )}
    </div>
  )
}

function ViewButton({ view, table, onRemove }: { view: View; table: TableState; onRemove?: () => void }) {
  const t = useTranslations('table')
  const format = useFormatter()
  const current = sameView(view, table)
  return (
    <span
      className={cn(
        view.filters.some(({ field }) => field === 'health') && 'phone:order-first',
        'group inline-flex h-6.5 flex-none items-center rounded-[5px] text-12 text-fg-2 phone:h-7 phone:border phone:border-line-strong',
        current
          ? 'bg-press font-medium text-fg phone:border-accent-line phone:bg-accent-tint phone:text-accent-text'
          : 'hover:bg-hover',
      )}
    >
      <button
        type="button"
        aria-current={current ? 'true' : undefined}
        onClick={() => table.show(view)}
        className="flex h-full items-center gap-1.5 rounded-[5px] px-2 whitespace-nowrap"
      >
        {view.label}
        {view.count === undefined ? null : (
          <span className="num font-normal text-fg-3 phone:text-inherit">{format.number(view.count)}</span>
        )}
      </button>
      {onRemove && current ? (
        <button
          type="button"
          aria-label={t('removeView', { name: view.label })}
          title={t('removeView', { name: view.label })}
          onClick={onRemove}
          className="flex h-full items-center rounded-[5px] pr-1.5 text-fg-3 hover:text-fg"
        >
          <X className="size-3" />
        </button>
      ) : null}
    </span>
  )
}

function SaveView({
  taken,
  onSave,
  label,
}: {
  taken: readonly string[]
  onSave: (label: string) => void
  label: string
}) {
  const t = useTranslations('table')
  const [open, setOpen] = useState(false)
  const [name, setName] = useState('')
  const clean = name.trim()
  const clash = taken.includes(clean)
  return (
    <Popover
      label={label}
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        setName('')
      }}
      trigger={
        <Button kind="quiet" size="sm" icon={<Bookmark />} className="font-normal text-fg-3">
          {label}
        </Button>
      }
    >
      <form
        className="flex w-64 flex-col gap-3 p-3"
        onSubmit={(event) => {
          event.preventDefault()
          if (!clean || clash) return
          onSave(clean)
          setOpen(false)
        }}
      >
        <Field label={t('viewName')} error={clash ? t('viewExists') : undefined} hint={t('viewHint')}>
          {(parts) => (
            <Input {...parts} autoFocus maxLength={40} value={name} onChange={(event) => setName(event.target.value)} />
          )}
        </Field>
        <Button
          kind="primary"
          type="submit"
          size="sm"
          disabledReason={clean && !clash ? undefined : t('viewNameFirst')}
        >
          {label}
        </Button>
      </form>
    </Popover>
  )
}
