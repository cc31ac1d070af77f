'use client'
import { useQueries } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Role, rolesByPower } from '../../../server/domain/shared/roles.ts'
import { roleNumbers } from '../../../server/domain/user-limit/fields.ts'
import { apiFault } from '../../api/fault.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { editedLimits } from '../../limits/kinds.ts'
import { useAmount } from '../../limits/use-amount.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { Table, TableHead, Td, Th, Tr } from '../../ui/layout/table.tsx'
import { roleLabels } from '../roles.ts'

const LimitsForm = lazy(async () => ({ default: (await import('../../limits/limits-form.tsx')).LimitsForm }))

/** A column a role: what its accounts may take that have no limits of their own. */
export function RoleLimits() {
  const t = useTranslations('userRules.limits')
  const limits = useTranslations('limits')
  const roleNames = useTranslations('users.roles')
  const amount = useAmount()
  const trpc = useTRPC()
  const { vm } = useTRPCClient()
  const [edited, edit] = useState<Role | null>(null)
  const queries = useQueries({
    queries: rolesByPower.map((role) =>
      trpc.vm.userLimit.ofRole.queryOptions({ params: { role_id: roleNumbers[role] } }),
    ),
  })
  const columns = rolesByPower.flatMap((role, n) => {
    const data = queries[n]?.data
    return data ? [{ role, name: roleNames(roleLabels[role]), data }] : []
  })
  const fault = queries.find(({ error }) => error)
  const open = columns.find(({ role }) => role === edited)
  if (fault?.error && columns.length === 0)
    return (
      <ErrorState title={limits('unread')} cause={apiFault(fault.error).msg} onRetry={() => void fault.refetch()} />
    )
  return (
    <Section title={t('title')}>
      <p className="max-w-160 pb-2 text-fg-2">{t('hint')}</p>
      {columns.length < rolesByPower.length ? (
        <SkeletonRows rows={editedLimits.length} label={limits('title')} />
      ) : (
        <Table label={t('title')}>
          <TableHead>
            <Th>{t('limit')}</Th>
            {columns.map(({ role, name }) => (
              <Th key={role} right>
                <span className="inline-flex items-center gap-1">
                  {name}
                  <IconButton size="sm" label={t('edit', { role: name })} onClick={() => edit(role)}>
                    <Pencil />
                  </IconButton>
                </span>
              </Th>
            ))}
          </TableHead>
          <tbody>
            {editedLimits.map((field) => (
              <Tr key={field}>
                <Td name>{limits(`fields.${field}`)}</Td>
                {columns.map(({ role, data }) => {
                  const value = data[field]
                  const none = value === null || value < 0
                  return (
                    <Td key={role} right quiet={none}>
                      {none ? t('none') : amount(field, value)}
                    </Td>
                  )
                })}
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
      {open ? (
        <Suspense>
          <LimitsForm
            title={limits('form.title', { name: open.name })}
            own={open.data}
            onSave={(body) => vm.userLimit.setRole.mutate({ params: { role_id: roleNumbers[open.role] }, body })}
            onClose={() => edit(null)}
          />
        </Suspense>
      ) : null}
    </Section>
  )
}
