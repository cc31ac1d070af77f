'use client'
import { lazy, useCallback } from 'react'
import { useTranslations } from 'use-intl'
import type { Recording } from '../../server/domain/recording/schema.ts'
import { useAsking } from '../form/use-asking.tsx'
import { DeleteIcon } from '../ui/display/icons.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'

const RecordingDialogs = lazy(() => import('./recording-dialogs.tsx'))

/** The one definition of what can be done to a recording. Put `dialogs` on the page once. */
export function useRecordingActions() {
  const t = useTranslations('recordings')
  const { ask, dialogs } = useAsking<Recording>((recording, close) => (
    <RecordingDialogs recording={recording} onClose={close} />
  ))
  const entries = useCallback(
    (recording: Recording): MenuEntry[] => [
      {
        label: t('delete'),
        icon: <DeleteIcon />,
        danger: true,
        ...(recording.state === 'running' && { disabledReason: t('stillRunning') }),
        onSelect: () => ask(recording),
      },
    ],
    [ask, t],
  )
  return { entries, ask, dialogs }
}
