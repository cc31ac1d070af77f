'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../server/domain/operation/schema.ts'
import { diskState, runsOn } from '../../../server/domain/operation/steps.ts'
import type { Server } from '../../../server/domain/server/record.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import { useAsking } from '../../form/use-asking.tsx'
import { capitalised } from '../../i18n/capitalised.ts'
import { Checkbox } from '../../ui/controls/checkbox.tsx'

type Asked = { end: 'cancel' | 'finish'; operation: Operation; server: Server }

/** What cancelling an operation now leaves behind, in a sentence. */
export function useCancelWords() {
  const t = useTranslations('operations.cancelNow')
  return (operation: Operation): string => t(runsOn(operation) ?? diskState(operation))
}

/** Cancels an operation, or ends a rescue system, after a question. Put `dialogs` on the page once. */
export function useEndOperation() {
  const t = useTranslations('operations')
  const { dci } = useTRPCClient()
  const cancelWords = useCancelWords()
  return useAsking<Asked>(({ end, operation, server }, close) =>
    end === 'cancel' ? (
      <CancelOperation {...{ operation, server }} lost={cancelWords(operation)} onClose={close} />
    ) : (
      <ConfirmAction
        title={t('finish.title', { server: server.name })}
        lost={t('finish.lost')}
        action={t('finish.action')}
        tone="neutral"
        run={() => dci.operation.finish.mutate({ params: { operation_id: operation.id }, body: {} })}
        onClose={close}
      />
    ),
  )
}

type Cancelled = Pick<Asked, 'operation' | 'server'> & { lost: string; onClose: () => void }

/** What is left behind, and where something runs on, whether it is ended by a restart. */
function CancelOperation({ operation, server, lost, onClose }: Cancelled) {
  const t = useTranslations('operations.cancel')
  const { dci } = useTRPCClient()
  const stays = runsOn(operation)
  const mayRestart = stays !== null && server.ipmi !== null
  const [restart, setRestart] = useState(true)
  const query = mayRestart && restart ? { restart: 'true' as const } : {}
  return (
    <ConfirmAction
      title={t('title', { server: server.name })}
      lost={capitalised(lost)}
      action={t(mayRestart && restart ? 'actionRestart' : 'action')}
      leave={t('leave')}
      run={() => dci.operation.cancel.mutate({ params: { server_id: server.id }, query, body: {} })}
      onClose={onClose}
    >
      {mayRestart ? (
        <Checkbox checked={restart} onChange={({ target }) => setRestart(target.checked)} hint={t(`${stays}Hint`)}>
          {t('restart')}
        </Checkbox>
      ) : stays ? (
        <p className="text-fg-2">{t('byHand')}</p>
      ) : null}
    </ConfirmAction>
  )
}
