'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Rehearsal } from '../../../server/domain/rehearsal/schema.ts'
import { useMe } from '../../api/me.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { useBeginRehearsal } from '../use-rehearse.ts'

/** Begins another one of the same backup, for those who may. */
export function RehearseAgain({ rehearsal: { backup, host, state } }: { rehearsal: Rehearsal }) {
  const t = useTranslations('rehearsals')
  const begin = useBeginRehearsal()
  const { isAdmin } = useMe()
  const [busy, setBusy] = useState(false)
  if (!isAdmin) return null
  const under = state === 'waiting' || state === 'running'
  const off = backup === null ? t('start.gone') : under ? t(`values.state.${state}`) : undefined
  return (
    <Button
      busy={busy}
      disabledReason={off}
      onClick={() => {
        if (backup === null) return
        setBusy(true)
        void begin(backup, host.name).finally(() => setBusy(false))
      }}
    >
      {t('start.again')}
    </Button>
  )
}
