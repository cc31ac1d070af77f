'use client'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Theme } from '../frame/remembered.ts'
import { Notice } from '../ui/display/notice.tsx'
import { type Outcome, trySignIn } from './attempt.ts'
import { CodeForm, type SignInFailure, SignInForm } from './sign-in-form.tsx'
import { SignInPage } from './sign-in-page.tsx'
import { WaitMessage } from './wait-message.tsx'

export type SignInFlowProps = {
  version: string
  theme: Theme
  host: string
  /** Where the visitor comes from, as the server sees it. */
  address: string
  /** A path of the panel. */
  next: string
  owesCode: boolean
  signedOut: boolean
}

/** E-mail and password, then the second factor where it is owed, then on to where the visitor wanted to go. */
export function SignInFlow({ version, theme, host, address, next, owesCode, signedOut }: SignInFlowProps) {
  const t = useTranslations('signIn')
  const [step, setStep] = useState<'password' | 'code'>(owesCode ? 'code' : 'password')
  const [email, setEmail] = useState('')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<SignInFailure | null>(null)

  const words = (outcome: Exclude<Outcome, { kind: 'in' | 'code' }>): SignInFailure => {
    if (outcome.kind === 'away') return { title: t('failed'), text: t('noAnswer') }
    switch (outcome.why) {
      case 'forbidden':
        return step === 'code'
          ? { title: t('wrongCode'), text: t('codeUsed') }
          : { title: t('wrong'), text: t('wrongText') }
      case 'too_many':
        return { title: t('tooMany'), text: <WaitMessage seconds={outcome.wait} /> }
      case 'signed_out':
        return { title: t('expired'), text: t('expiredText') }
      case 'other':
        return { title: t('failed'), text: t('failedText') }
    }
  }
  const attempt = async (given: Parameters<typeof trySignIn>[0]) => {
    setPending(true)
    setFailure(null)
    const outcome = await trySignIn(given)
    if (outcome.kind === 'in') {
      // A fresh page, so that nothing of another person's session is left in memory.
      window.location.assign(next)
      return
    }
    setPending(false)
    if (outcome.kind === 'code') {
      setStep('code')
      return
    }
    setFailure(words(outcome))
    if (outcome.kind === 'refused' && outcome.why === 'signed_out') setStep('password')
  }
  return (
    <SignInPage version={version} theme={theme}>
      {step === 'password' ? (
        <>
          {signedOut && !failure ? (
            <Notice kind="ok" className="mb-6">
              {t('signedOut')}
            </Notice>
          ) : null}
          <SignInForm
            place={host}
            pending={pending}
            failure={failure}
            email={email}
            onSubmit={(given) => {
              setEmail(given.email)
              void attempt({ email: given.email, password: given.password })
            }}
            note={t('from', { ip: address })}
          />
        </>
      ) : (
        <CodeForm
          email={email || host}
          pending={pending}
          failure={failure}
          onSubmit={(code) => void attempt({ code })}
          onBack={() => {
            setFailure(null)
            setStep('password')
          }}
        />
      )}
    </SignInPage>
  )
}
