'use client'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { floatClass } from '../ui/floating/float-class.ts'
import { isItem, type MenuEntry, type MenuItem } from '../ui/floating/menu-entries.ts'

/** The power menu, always in sight beside the picture. */
export function PowerPanel({ entries, state }: { entries: readonly MenuEntry[]; state: React.ReactNode }) {
  const t = useTranslations('console')
  return (
    <section aria-label={t('power')} className={cn(floatClass, 'p-1')}>
      <div className="flex items-center justify-between px-2 pt-1.5 pb-1">
        <h2 className="font-semibold">{t('power')}</h2>
        <span className="text-12 text-fg-3">{state}</span>
      </div>
      {entries.map((entry, at) => {
        if (isItem(entry)) return <Entry key={entry.label} item={entry} />
        // Lines carry no identity of their own; their place is it.
        const key = `${entry.kind}-${at}`
        return <div key={key} className="-mx-1 my-1 border-t border-line" />
      })}
    </section>
  )
}

function Entry({ item }: { item: MenuItem }) {
  const { label, icon, hint, danger, disabledReason, onSelect } = item
  return (
    <button
      type="button"
      onClick={() => (disabledReason ? undefined : onSelect?.())}
      {...(disabledReason && { 'aria-disabled': true })}
      className={cn(
        'flex min-h-7 w-full cursor-default items-center gap-2 rounded-sm px-2 py-1 text-left hover:bg-hover coarse:min-h-11',
        danger && !disabledReason && 'text-fault-fg',
        disabledReason && 'items-start text-fg-3 hover:bg-transparent',
      )}
    >
      {icon ? <span className={cn('flex', !danger && 'text-fg-3', disabledReason && 'pt-0.5')}>{icon}</span> : null}
      <span className="min-w-0">
        {label}
        {disabledReason ? <span className="block text-12">{disabledReason}</span> : null}
      </span>
      {hint && !disabledReason ? <span className="ml-auto pl-3 text-11 text-fg-3">{hint}</span> : null}
    </button>
  )
}
