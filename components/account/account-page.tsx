'use client'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ObjectGate } from '../api/object-gate.tsx'
import { useTRPC } from '../api/trpc.ts'
import { PageCrumbs } from '../frame/crumbs.tsx'
import type { Theme } from '../frame/remembered.ts'
import { AccountLimits } from '../limits/account-limits.tsx'
import { paths } from '../paths.ts'
import { SshKeys } from '../ssh-keys/ssh-keys.tsx'
import { Button } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { Link } from '../ui/controls/link.tsx'
import { Facts } from '../ui/layout/facts.tsx'
import { FormSection } from '../ui/layout/form-layout.tsx'
import { PageHeader } from '../ui/layout/page-header.tsx'
import { mainRole, roleLabels } from '../users/roles.ts'
import { NameForm, PasswordForm, ScreenChoices } from './account-forms.tsx'
import { SecondFactor } from './second-factor.tsx'

/** The own account: name, screens, password, second factor, SSH keys. */
export function AccountPage({ theme }: { theme: Theme }) {
  const t = useTranslations('account')
  const roles = useTranslations('users.roles')
  const limits = useTranslations('limits')
  const trpc = useTRPC()
  const query = useQuery(trpc.auth.user.whoami.queryOptions({}))
  return (
    <>
      <PageCrumbs crumbs={[{ label: t('title') }]} />
      <PageHeader title={t('title')} />
      <div className="min-h-0 flex-1 overflow-y-auto px-6 pb-6 phone:px-4">
        <ObjectGate query={query}>
          {(user) => (
            <div className="max-w-200">
              <FormSection title={t('profile')}>
                <Facts
                  className="mb-3"
                  facts={[
                    { term: t('email'), value: <Copyable text={user.email} mono={false} /> },
                    { term: t('role'), value: roles(roleLabels[mainRole(user.roles)]) },
                  ]}
                />
                <NameForm user={user} />
              </FormSection>
              <FormSection title={limits('title')} hint={limits('hint')}>
                <AccountLimits accountId={user.id} />
              </FormSection>
              <FormSection title={t('screens')} hint={t('screensHint')}>
                <ScreenChoices userId={user.id} theme={theme} />
              </FormSection>
              <FormSection title={t('password.title')} hint={t('password.hint')}>
                <PasswordForm userId={user.id} />
              </FormSection>
              <FormSection title={t('factor.title')} hint={t('factor.hint')}>
                <SecondFactor email={user.email} enabled={user.is_2fa_enabled} />
              </FormSection>
              <FormSection title={t('sessions.title')} hint={t('sessions.hint')}>
                <SessionsCount />
              </FormSection>
              <SshKeys userId={user.id} />
            </div>
          )}
        </ObjectGate>
      </div>
    </>
  )
}

/** How many places the person is signed in at, and the way to end some of them. */
function SessionsCount() {
  const t = useTranslations('account.sessions')
  const trpc = useTRPC()
  const { data } = useQuery(trpc.auth.token.list.queryOptions({ query: { where: "kind NE 'token'", limit: '0' } }))
  return (
    <div className="flex flex-col items-start gap-3">
      <p className="min-h-5">{data ? t('count', { count: data.size }) : null}</p>
      <Button asChild>
        <Link href={paths.tokens()}>{t('open')}</Link>
      </Button>
    </div>
  )
}
