'use client'
import { useQuery } from '@tanstack/react-query'
import Plus from 'lucide-react/icons/plus'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC, useTRPCClient } from '../api/trpc.ts'
import { ConfirmAction } from '../form/confirm-action.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { RelativeTime } from '../ui/display/time.tsx'
import { Rows } from '../ui/layout/rows.tsx'
import { Section } from '../ui/layout/section.tsx'

const AddKey = lazy(() => import('./add-key.tsx'))

type Key = { id: number; name: string; ssh_pub_key: string; fingerprint: string; created_at: string }

/** The SSH keys of a user: new VMs take them in. */
export function SshKeys({ userId }: { userId: number }) {
  const t = useTranslations('sshKeys')
  const trpc = useTRPC()
  const params = { user_id: String(userId) }
  const query = useQuery(trpc.auth.sshkey.list.queryOptions({ params, query: { orderby: 'name', limit: '0,1000' } }))
  const [adding, setAdding] = useState(false)
  const [doomed, setDoomed] = useState<Key | null>(null)
  return (
    <Section
      title={t('title')}
      count={query.data?.size}
      line
      action={
        <Button size="sm" icon={<Plus />} onClick={() => setAdding(true)}>
          {t('add')}
        </Button>
      }
    >
      <ObjectGate query={query}>
        {({ list }) =>
          list.length === 0 ? (
            <p className="text-fg-2">{t('none')}</p>
          ) : (
            <Rows
              label={t('title')}
              rows={list}
              columns={[
                { head: t('name'), name: true, cell: ({ name }) => name },
                {
                  head: t('fingerprint'),
                  quiet: true,
                  className: 'max-w-60 phone:max-w-40',
                  cell: ({ fingerprint }) => <Copyable text={fingerprint} />,
                },
                { head: t('added'), quiet: true, wide: true, cell: (key) => <RelativeTime at={key.created_at} /> },
                {
                  head: <span className="sr-only">{t('actions')}</span>,
                  right: true,
                  cell: (key) => (
                    <Button
                      kind="quiet"
                      size="sm"
                      aria-label={t('removeNamed', { name: key.name })}
                      onClick={() => setDoomed(key)}
                    >
                      {t('remove')}
                    </Button>
                  ),
                },
              ]}
            />
          )
        }
      </ObjectGate>
      {adding ? (
        <Suspense>
          <AddKey userId={userId} onClose={() => setAdding(false)} />
        </Suspense>
      ) : null}
      {doomed ? <RemoveKey userId={userId} doomed={doomed} onClose={() => setDoomed(null)} /> : null}
    </Section>
  )
}

function RemoveKey({ userId, doomed, onClose }: { userId: number; doomed: Key; onClose: () => void }) {
  const t = useTranslations('sshKeys')
  const { auth } = useTRPCClient()
  const params = { user_id: String(userId), key_id: doomed.id }
  return (
    <ConfirmAction
      title={t('removeTitle', { name: doomed.name })}
      lost={t('removeLost')}
      action={t('removeAction')}
      run={() => auth.sshkey.delete.mutate({ params })}
      onClose={onClose}
    />
  )
}
