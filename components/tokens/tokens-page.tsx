'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { CreateButton } from '../ui/controls/create-button.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { Section } from '../ui/layout/section.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { type MadeToken, TokenMade } from './token-made.tsx'
import { LongLived, Sessions, type Token } from './token-tables.tsx'

const TokenForm = lazy(() => import('./token-form.tsx'))

/** What the person is signed in with: tokens for programs, and open sessions. */
export function TokensPage() {
  const t = useTranslations('tokens')
  const trpc = useTRPC()
  const query = useQuery(trpc.auth.token.list.queryOptions({ query: { orderby: 'id desc', limit: '0,1000' } }))
  const self = useQuery(trpc.auth.user.whoami.queryOptions({}))
  const current = useQuery(trpc.auth.session.current.queryOptions({}))
  const [creating, setCreating] = useState(false)
  const [made, setMade] = useState<MadeToken | null>(null)
  const [doomed, setDoomed] = useState<Token | null>(null)
  const create = <CreateButton onClick={() => setCreating(true)}>{t('create')}</CreateButton>
  return (
    <>
      <PageHeader title={t('title')} actions={create} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 phone:px-4">
        <ObjectGate query={query}>
          {({ list }) => (
            <div className="max-w-280">
              <Section title={t('listTitle')}>
                <LongLived list={list.filter(({ kind }) => kind === 'token')} none={t('none')} onRevoke={setDoomed} />
              </Section>
              <Section title={t('sessionsTitle')} line>
                <Sessions
                  list={list.filter(({ kind }) => kind !== 'token')}
                  own={current.data?.id}
                  onRevoke={setDoomed}
                />
              </Section>
            </div>
          )}
        </ObjectGate>
      </div>
      {creating && self.data ? (
        <Suspense>
          <TokenForm factor={self.data.is_2fa_enabled} onMade={setMade} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
      {made ? <TokenMade made={made} onClose={() => setMade(null)} /> : null}
      {doomed ? <RevokeToken token={doomed} onClose={() => setDoomed(null)} /> : null}
    </>
  )
}
