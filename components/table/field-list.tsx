'use client'
import Search from 'lucide-react/icons/search'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Input } from '../ui/controls/input.tsx'
import type { FilterField } from './filters.ts'

/** Chooses the field of a new condition. */
export function FieldList({
  fields,
  onPick,
}: {
  fields: readonly FilterField[]
  onPick: (field: FilterField) => void
}) {
  const t = useTranslations('table')
  const [text, setText] = useState('')
  const wanted = text.trim().toLocaleLowerCase()
  const shown = fields.filter((field) => field.label.toLocaleLowerCase().includes(wanted))
  return (
    <div className="w-58 p-1 phone:w-full">
      {fields.length > 7 ? (
        <div className="px-1 pt-1 pb-1.5">
          <Input
            size="sm"
            autoFocus
            icon={<Search />}
            placeholder={t('findField')}
            aria-label={t('findField')}
            value={text}
            onChange={(event) => setText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && shown[0]) onPick(shown[0])
            }}
          />
        </div>
      ) : null}
      {shown.map((field) => (
        <button
          key={field.name}
          type="button"
          onClick={() => onPick(field)}
          className="flex min-h-7 w-full items-center rounded-sm px-2 text-left -outline-offset-2 hover:bg-hover coarse:min-h-11"
        >
          {field.label}
        </button>
      ))}
      {shown.length === 0 ? <div className="px-2 py-1 text-12 text-fg-3">{t('noField')}</div> : null}
    </div>
  )
}
