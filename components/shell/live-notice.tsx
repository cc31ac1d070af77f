'use client'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { useLive } from '../api/live.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'

/** Says so when changes are no longer pushed: what stands on the page may be old. */
export function LiveNotice() {
  const t = useTranslations('shell')
  const { connected, reconnect } = useLive()
  const queries = useQueryClient()
  if (connected) return null
  return (
    <Notice
      kind="warn"
      mark="unknown"
      className="mx-6 mt-3 flex-none phone:mx-4"
      action={
        <Button
          size="sm"
          onClick={() => {
            reconnect()
            void queries.invalidateQueries()
          }}
        >
          {t('tryNow')}
        </Button>
      }
    >
      {t('liveLost')}
    </Notice>
  )
}
