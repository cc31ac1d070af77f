'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { withErrorText } from '../api/with-error-text.ts'
import { useRunningTasks } from '../shell/use-running-tasks.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { ConfirmDialog } from '../ui/floating/confirm-dialog.tsx'

/** Says that what is shown here is simulated, and takes it away. */
export function DemoNotice() {
  const t = useTranslations('overview.demo')
  const client = useTRPCClient()
  const [asked, setAsked] = useState(false)
  const moving = useRunningTasks().list.some((task) => task.entity === 'demo')
  return (
    <>
      <Notice
        kind="plain"
        mark="warn"
        className="mb-1"
        action={
          <Button size="sm" busy={moving} onClick={() => setAsked(true)}>
            {t(moving ? 'moving' : 'remove')}
          </Button>
        }
      >
        {t('loaded')}
      </Notice>
      <ConfirmDialog
        open={asked}
        onOpenChange={setAsked}
        title={t('removeTitle')}
        lost={t('removeLost')}
        action={t('remove')}
        onConfirm={async () => {
          await withErrorText(client.vm.demo.remove.mutate({}))
        }}
      />
    </>
  )
}
