'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { useRunningTasks } from '../shell/use-running-tasks.ts'
import { Button } from '../ui/controls/button.tsx'
import { Notice } from '../ui/display/notice.tsx'

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
      {asked ? (
        <ConfirmAction
          title={t('removeTitle')}
          lost={t('removeLost')}
          action={t('remove')}
          run={() => client.vm.demo.remove.mutate({})}
          onClose={() => setAsked(false)}
        />
      ) : null}
    </>
  )
}
