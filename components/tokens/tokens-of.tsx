'use client'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { Section } from '../ui/layout/section.tsx'
import { RevokeToken } from './revoke-token.tsx'
import { LongLived, Sessions, type Token } from './token-tables.tsx'

/** Sessions and tokens of one user, for administrators: each can be ended. */
export function TokensOf({ userId }: { userId: number }) {
  const t = useTranslations('tokens')
  const trpc = useTRPC()
  const params = { user_id: String(userId) }
  const query = useQuery(
    trpc.auth.token.listOf.queryOptions({ params, query: { orderby: 'id desc', limit: '0,1000' } }),
  )
  const current = useQuery(trpc.auth.session.current.queryOptions({}))
  const [doomed, setDoomed] = useState<Token | null>(null)
  return (
    <ObjectGate query={query}>
      {({ list }) => (
        <>
          <Section title={t('listTitle')} line>
            <LongLived list={list.filter(({ kind }) => kind === 'token')} none={t('noneOf')} onRevoke={setDoomed} />
          </Section>
          <Section title={t('sessionsTitleOf')} line>
            <Sessions list={list.filter(({ kind }) => kind !== 'token')} own={current.data?.id} onRevoke={setDoomed} />
          </Section>
          {doomed ? <RevokeToken token={doomed} userId={userId} onClose={() => setDoomed(null)} /> : null}
        </>
      )}
    </ObjectGate>
  )
}
