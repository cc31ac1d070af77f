'use client'
import { useTranslations } from 'use-intl'
import { useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { type Token, useSessionName } from './token-tables.tsx'

/** Asks before it ends a session or token; of another account when `userId` names one. */
export function RevokeToken({ token, userId, onClose }: { token: Token; userId?: number; onClose: () => void }) {
  const t = useTranslations('tokens')
  const { auth } = useTRPCClient()
  const nameOf = useSessionName()
  const common = {
    run: () =>
      userId === undefined
        ? auth.token.delete.mutate({ params: { token_id: token.id } })
        : auth.token.deleteOf.mutate({ params: { user_id: String(userId), token_id: Number(token.id) } }),
    onClose,
  }
  if (token.kind !== 'token') {
    return (
      <ConfirmAction
        {...common}
        title={t('signOutAsk.title', { name: `${nameOf(token)}, ${token.last_ip}` })}
        lost={t('signOutAsk.lost')}
        action={t('signOutAsk.action')}
      />
    )
  }
  return (
    <ConfirmAction
      {...common}
      title={t('revokeAsk.title', { name: token.description || t('noDescription') })}
      lost={t('revokeAsk.lost')}
      action={t('revokeAsk.action')}
    />
  )
}
