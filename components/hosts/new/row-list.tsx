'use client'
import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { type ReactNode, useId } from 'react'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../../ui/controls/button.tsx'

type Props = {
  title: string
  hint?: string | undefined
  rows: readonly { id: string }[]
  add: string
  /** Why there can be no further one. */
  off?: string | null | undefined
  onAdd: () => void
  onRemove: (place: number) => void
  /** What a row is called. */
  nameOf: (place: number) => string
  children: (place: number) => ReactNode
}

/** Any number of the same, each with its fields in a row. */
export function RowList({ title, hint, rows, add, off, onAdd, onRemove, nameOf, children }: Props) {
  const t = useTranslations('newHost.rows')
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-2">
      <div className="flex items-center justify-between gap-3">
        <h3 id={id} className="text-12 font-medium">
          {title}
        </h3>
        <Button size="sm" icon={<Plus />} disabledReason={off ?? undefined} onClick={onAdd}>
          {add}
        </Button>
      </div>
      {rows.map((row, place) => (
        <fieldset key={row.id} className="flex items-start gap-2 rounded-md border border-line p-2">
          <legend className="sr-only">{nameOf(place)}</legend>
          <div className="min-w-0 flex-1">{children(place)}</div>
          <IconButton label={t('remove', { name: nameOf(place) })} onClick={() => onRemove(place)}>
            <X />
          </IconButton>
        </fieldset>
      ))}
      {hint && rows.length > 0 ? <p className="text-12 text-fg-3">{hint}</p> : null}
    </section>
  )
}
