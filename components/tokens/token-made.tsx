'use client'
import { useFormatter, useTranslations } from 'use-intl'
import { readDate } from '../../server/domain/token/date.ts'
import { Button } from '../ui/controls/button.tsx'
import { CommandLine } from '../ui/controls/copy.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'

export type MadeToken = { description: string; token: string; expires_at: string | null }

/** The value of a new token, this once. */
export function TokenMade({ made, onClose }: { made: MadeToken; onClose: () => void }) {
  const t = useTranslations('tokens.made')
  const format = useFormatter()
  const ends = made.expires_at === null ? null : readDate(made.expires_at)
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('title', { name: made.description })}
      width="lg"
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('done')}
        </Button>
      }
      footerNote={ends ? t('ends', { when: format.dateTime(ends, { dateStyle: 'medium' }) }) : t('endless')}
    >
      <div className="flex flex-col gap-3">
        <Notice kind="warn">{t('once')}</Notice>
        <CommandLine command={made.token} />
      </div>
    </Dialog>
  )
}
