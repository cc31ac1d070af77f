'use client'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../server/domain/operation/schema.ts'
import { diskState } from '../../../server/domain/operation/steps.ts'
import { useTRPCClient } from '../../api/trpc.ts'
import { ConfirmAction } from '../../form/confirm-action.tsx'
import { useAsking } from '../../form/use-asking.tsx'

type Asked = { end: 'cancel' | 'finish'; operation: Operation }

/** What cancelling an operation now leaves behind, in a sentence. */
export function useCancelWords() {
  const t = useTranslations('operations.cancelNow')
  return (operation: Operation): string => t(operation.type === 'rescue' ? 'rescue' : diskState(operation))
}

/** Cancels an operation, or ends a rescue system, after a question. Put `dialogs` on the page once. */
export function useEndOperation() {
  const t = useTranslations('operations')
  const { dci } = useTRPCClient()
  const cancelWords = useCancelWords()
  return useAsking<Asked>(({ end, operation }, close) => {
    const { id, server } = operation
    return (
      <ConfirmAction
        title={t(`${end}.title`, { server: server.name })}
        lost={end === 'cancel' ? cancelWords(operation) : t('finish.lost')}
        action={t(`${end}.action`)}
        tone={end === 'cancel' ? 'danger' : 'neutral'}
        run={() =>
          end === 'cancel'
            ? dci.operation.cancel.mutate({ params: { server_id: server.id }, body: {} })
            : dci.operation.finish.mutate({ params: { operation_id: id }, body: {} })
        }
        onClose={close}
      />
    )
  })
}

/** The rescue system is there, and stays until somebody ends it. */
export const isInRescue = ({ type, steps, ended_at }: Operation): boolean =>
  type === 'rescue' && ended_at === null && steps.at(-1)?.name === 'rescue'
