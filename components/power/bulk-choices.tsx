'use client'
import { useTranslations } from 'use-intl'
import type { BulkChosen } from '../table/bulk.ts'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { NumberInput } from '../ui/controls/number-input.tsx'

/** Longest pause between two starts, in seconds. */
const MOST = 600

type Props = {
  chosen: BulkChosen
  onChange: (next: BulkChosen) => void
  inrush: boolean
  /** Nodes of clusters among them, of which the person may say that they are switched whatever runs there. */
  nodes: number
}

/** What may be chosen before many servers are switched; only what matters for those that were picked. */
export default function BulkChoices({ chosen, onChange, inrush, nodes }: Props) {
  const t = useTranslations('power.bulk')
  if (!inrush && nodes === 0) return null
  return (
    <div className="flex flex-wrap items-start gap-x-8 gap-y-2 border-b border-line px-3 py-2.5">
      {inrush ? (
        <span className="flex items-center gap-2">
          <span aria-hidden="true">{t('between')}</span>
          <NumberInput
            size="sm"
            min={0}
            max={MOST}
            unit={t('seconds')}
            aria-label={t('between')}
            value={Number(chosen.stagger)}
            onValueChange={(typed) =>
              onChange({ ...chosen, stagger: Math.round(Math.min(MOST, Math.max(0, typed || 0))) })
            }
            boxClassName="w-24"
          />
          <span className="text-12 text-fg-3">{t('inrush')}</span>
        </span>
      ) : null}
      {nodes > 0 ? (
        <Checkbox
          checked={chosen.force === true}
          onChange={(event) => onChange({ ...chosen, force: event.target.checked })}
          hint={t('forceHint', { count: nodes })}
        >
          {t('force')}
        </Checkbox>
      ) : null}
    </div>
  )
}
