'use client'
import { useQuery } from '@tanstack/react-query'
import Pencil from 'lucide-react/icons/pencil'
import { lazy } from 'react'
import { useTranslations } from 'use-intl'
import { useTRPC } from '../api/trpc.ts'
import { useAsking } from '../form/use-asking.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { EmptyState } from '../ui/layout/empty-state.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'
import type { PtrAsked } from './ptr-dialog.tsx'
import { PtrState } from './ptr-state.tsx'

const PtrDialog = lazy(() => import('./ptr-dialog.tsx'))

/** The reverse records of a VM's addresses. */
export function HostPtr({ host }: { host: number }) {
  const t = useTranslations('ptr')
  const trpc = useTRPC()
  const { data } = useQuery(trpc.vm.host.ptr.list.queryOptions({ params: { host_id: host } }))
  const { ask, dialogs } = useAsking<PtrAsked>((asked, close) => <PtrDialog asked={asked} onClose={close} />)
  const rows = data?.list.flatMap((group) => group.ip) ?? []
  return (
    <Section title={t('title')} count={rows.length}>
      {data && rows.length === 0 ? (
        <EmptyState title={t('none')}>{t('noneHint')}</EmptyState>
      ) : (
        <Rows
          label={t('title')}
          rows={rows}
          rowKey={({ name }) => name}
          columns={[
            { head: t('address'), name: true, cell: ({ name }) => <Copyable text={name} /> },
            {
              head: t('domain'),
              cell: ({ found, ...ptr }) => <PtrState ptr={{ ...ptr, found: found.join(', ') }} />,
            },
            {
              head: <span className="sr-only">{t('edit')}</span>,
              right: true,
              cell: ({ id, name, domain }) => (
                <Button
                  size="sm"
                  icon={<Pencil />}
                  aria-label={t('editOf', { address: name })}
                  onClick={() => ask({ id, address: name, domain, ...(domain && { host }) })}
                >
                  {t('edit')}
                </Button>
              ),
            },
          ]}
        />
      )}
      {dialogs}
    </Section>
  )
}
