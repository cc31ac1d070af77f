'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Role } from '../../server/domain/shared/roles.ts'
import { roleNumbers } from '../../server/domain/user-limit/fields.ts'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { LimitsForm } from './limits-form.tsx'

/** The limits of an account, beside those of its role. */
export default function AccountLimitsForm(props: { id: number; email: string; role: Role; onClose: () => void }) {
  const { id, email, role, onClose } = props
  const t = useTranslations('limits.form')
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const params = { account_id: id }
  const own = useQuery(trpc.vm.userLimit.ofAccount.queryOptions({ params }))
  const ofRole = useQuery(trpc.vm.userLimit.ofRole.queryOptions({ params: { role_id: roleNumbers[role] } }))
  if (!own.data || !ofRole.data) return null
  return (
    <LimitsForm
      title={t('title', { name: email })}
      own={own.data}
      role={ofRole.data}
      onSave={(body) => vm.userLimit.setAccount.mutate({ params, body })}
      onClose={onClose}
    />
  )
}
