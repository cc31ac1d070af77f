'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { BackupFate, DeletionInfo } from '../../server/domain/backup/fate.ts'
import { paths } from '../paths.ts'
import { Radio, RadioGroup } from '../ui/controls/radio.tsx'
import { TextLink } from '../ui/display/text.tsx'
import { ExactTime } from '../ui/display/time.tsx'
import { useSizes } from '../ui/display/use-sizes.ts'

/** What becomes of the backups; they stay unless it is chosen otherwise. */
export const useBackupFate = () => useState<BackupFate>('keep')

type Props = {
  of: 'disk' | 'host'
  /** Undefined while it is being read. */
  info: DeletionInfo | undefined
  fate: BackupFate
  onFate: (fate: BackupFate) => void
}

/** In the question before a deletion: how many backups there are, which schedules make more, and whether they go too. */
export function BackupsAtDeletion({ of, info, fate, onFate }: Props) {
  const t = useTranslations('backups.atDeletion')
  const size = useSizes()
  if (!info) return <p className="mb-3 text-fg-3">{t('reading')}</p>
  const { backups, schedules } = info
  return (
    <div className="mb-3 grid gap-2">
      {schedules.length > 0 ? (
        <p>
          {t(`schedules.${of}`, { count: schedules.length })}{' '}
          {schedules.map(({ id, name }, n) => (
            <span key={id}>
              {n > 0 ? ', ' : null}
              <TextLink href={paths.schedule(id)} className="underline underline-offset-2">
                {name}
              </TextLink>
            </span>
          ))}
        </p>
      ) : null}
      {backups.count === 0 ? (
        <p className="text-fg-2">{t(`none.${of}`)}</p>
      ) : (
        <>
          <p>
            {t(`there.${of}`, { count: backups.count, size: size(backups.stored_mib) })}
            {backups.newest ? <> {t.rich('newest', { at: () => <ExactTime at={backups.newest ?? ''} /> })}</> : null}
          </p>
          <RadioGroup label={t('question')}>
            {(['keep', 'delete'] as const).map((value) => (
              <Radio
                key={value}
                name="backups"
                value={value}
                checked={fate === value}
                onChange={() => onFate(value)}
                hint={t(`${value}Hint.${of}`)}
              >
                {t(value)}
              </Radio>
            ))}
          </RadioGroup>
        </>
      )}
    </div>
  )
}
