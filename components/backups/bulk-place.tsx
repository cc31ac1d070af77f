'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { destinationTypes } from '../../server/domain/backup/states.ts'
import { useLoaders } from '../resource/loaders.ts'
import type { BulkChosen } from '../table/bulk.ts'
import { Combobox } from '../ui/controls/combobox.tsx'
import type { Option } from '../ui/controls/use-options.ts'

type Props = {
  kind: (typeof destinationTypes)[number]
  chosen: BulkChosen
  onChange: (next: BulkChosen) => void
}

/** Where many backups go. */
export default function BulkPlace({ kind, chosen, onChange }: Props) {
  const t = useTranslations('backups.relocate.types')
  const { backupLocations, nodes } = useLoaders()
  const [place, setPlace] = useState<Option | null>(null)
  return (
    <div className="flex items-center gap-2 border-b border-line px-3 py-2.5">
      <span aria-hidden="true">{t(kind)}</span>
      <div className="w-64">
        <Combobox
          size="sm"
          aria-label={t(kind)}
          load={(kind === 'node' ? nodes : backupLocations).load}
          value={place}
          onValueChange={(option) => {
            setPlace(option)
            onChange({ ...chosen, place: Number(option?.value ?? 0) })
          }}
        />
      </div>
    </div>
  )
}
