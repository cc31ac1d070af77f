'use client'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { apiFault } from '../../api/fault.ts'
import { useTRPC, useTRPCClient } from '../../api/trpc.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ErrorState } from '../../ui/layout/error-state.tsx'
import { Facts } from '../../ui/layout/facts.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { SkeletonRows } from '../../ui/layout/skeleton.tsx'
import { HOUR, MINUTE } from './units.ts'

const SessionForm = lazy(() => import('./session-form.tsx'))

/** After how long sessions end. */
export function SessionRules() {
  const t = useTranslations('userRules.sessions')
  const trpc = useTRPC()
  const { auth } = useTRPCClient()
  const [editing, setEditing] = useState(false)
  const idle = useQuery(trpc.auth.setting.get.queryOptions({ params: { name: 'token_ttl' } }))
  const age = useQuery(trpc.auth.setting.get.queryOptions({ params: { name: 'session_max_age' } }))
  const error = idle.error ?? age.error
  const values = idle.data && age.data ? { token_ttl: idle.data.value, session_max_age: age.data.value } : null
  const retry = () => void Promise.all([idle.refetch(), age.refetch()])
  return (
    <Section
      title={t('title')}
      action={
        <Button kind="quiet" size="sm" onClick={() => setEditing(true)}>
          {t('edit')}
        </Button>
      }
    >
      {values ? (
        <Facts
          className="grid-cols-[160px_minmax(0,1fr)]"
          facts={[
            { term: t('token_ttl'), value: t('inMinutes', { count: values.token_ttl / MINUTE }) },
            { term: t('session_max_age'), value: t('inHours', { count: values.session_max_age / HOUR }) },
          ]}
        />
      ) : error ? (
        <ErrorState title={t('unread')} cause={apiFault(error).msg} onRetry={retry} />
      ) : (
        <SkeletonRows rows={2} label={t('title')} />
      )}
      {editing && values ? (
        <Suspense>
          <SessionForm
            values={values}
            onSave={(name, value) => auth.setting.edit.mutate({ params: { name }, body: { value } })}
            onClose={() => setEditing(false)}
          />
        </Suspense>
      ) : null}
    </Section>
  )
}
