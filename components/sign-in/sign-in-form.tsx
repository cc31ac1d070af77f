'use client'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { Checkbox } from '../ui/controls/checkbox.tsx'
import { Field } from '../ui/controls/field.tsx'
import { Input } from '../ui/controls/input.tsx'
import { PasswordInput } from '../ui/controls/password-input.tsx'
import { Notice } from '../ui/display/notice.tsx'
import { TextLink } from '../ui/display/text.tsx'

/** Why it did not work, and what now: "That did not match." "Two tries left, then a pause of 5 min." */
export type SignInFailure = { title: string; text?: ReactNode }

export type SignInMethod = { id: string; label: string; icon: ReactNode; onSelect: () => void; busy?: boolean }

export type SignInFormProps = {
  /** Where one signs in: host and sites. */
  place?: string
  /** As it was typed before, when the person comes back from the second step. */
  email?: string
  pending: boolean
  failure: SignInFailure | null
  onSubmit: (values: { email: string; password: string; stay: boolean }) => void
  /** Length of a session that is kept; without it the box is not offered. */
  stayHours?: number
  forgottenHref?: string
  methods?: readonly SignInMethod[]
  /** Below: where from, which limits hold. */
  note?: ReactNode
}

/** E-mail and password. Input stays after an error, except for the password, which is marked to be typed anew. */
export function SignInForm(props: SignInFormProps) {
  const { place, pending, failure, onSubmit, stayHours, forgottenHref, methods = [], note } = props
  const t = useTranslations('signIn')
  const [email, setEmail] = useState(props.email ?? '')
  const [password, setPassword] = useState('')
  const [stay, setStay] = useState(true)
  const secret = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (failure) secret.current?.select()
  }, [failure])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    // Read from the form itself: a password manager, or a person faster than the script, may have filled it before.
    const given = new FormData(event.currentTarget)
    const typed = (name: string) => String(given.get(name) ?? '')
    if (!pending)
      onSubmit({ email: typed('email').trim(), password: typed('password'), stay: stayHours !== undefined && stay })
  }
  return (
    <form onSubmit={send} method="post" aria-busy={pending}>
      <h1 className="mb-1 text-18 font-semibold tracking-[-0.012em]">{t('title')}</h1>
      <p className="mb-4.5 text-fg-3">{place ?? t('welcome')}</p>
      <Failure failure={failure} />
      <Field label={t('email')}>
        {(parts) => (
          <Input
            {...parts}
            size="lg"
            name="email"
            type="email"
            autoComplete="username"
            autoFocus
            required
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field
        label={t('password')}
        className="mt-3.5"
        aside={forgottenHref ? <TextLink href={forgottenHref}>{t('forgotten')}</TextLink> : null}
      >
        {(parts) => (
          <PasswordInput
            {...parts}
            ref={secret}
            size="lg"
            name="password"
            autoComplete="current-password"
            required
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <div className="my-3.5">
        {stayHours === undefined ? null : (
          <Checkbox checked={stay} onChange={(event) => setStay(event.target.checked)}>
            {t('stay', { hours: stayHours })}
          </Checkbox>
        )}
      </div>
      <Button kind="primary" size="lg" type="submit" busy={pending} className="w-full">
        {t('submit')}
      </Button>
      {methods.length > 0 ? (
        <div className="my-4 flex items-center gap-3 text-12 text-fg-3 before:flex-1 before:border-t before:border-line after:flex-1 after:border-t after:border-line">
          {t('or')}
        </div>
      ) : null}
      <div className="flex flex-col gap-2">
        {methods.map((method) => (
          <Button
            key={method.id}
            size="lg"
            icon={method.icon}
            onClick={method.onSelect}
            busy={method.busy ?? false}
            className="w-full"
          >
            {method.label}
          </Button>
        ))}
      </div>
      {note ? <p className="mt-4 text-12 text-fg-3">{note}</p> : null}
    </form>
  )
}

function Failure({ failure }: { failure: SignInFailure | null }) {
  if (!failure) return null
  return (
    <Notice kind="fault" className="mb-4">
      <span className="font-semibold">{failure.title}</span> <span className="text-fg-2">{failure.text}</span>
    </Notice>
  )
}

export type CodeFormProps = {
  email: string
  pending: boolean
  failure: SignInFailure | null
  onSubmit: (code: string) => void
  onBack: () => void
}

/** The second step: six digits of the authenticator, or one of the recovery codes. Six digits send themselves. */
export function CodeForm({ email, pending, failure, onSubmit, onBack }: CodeFormProps) {
  const t = useTranslations('signIn')
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (failure) field.current?.select()
  }, [failure])
  const type = (text: string) => {
    setCode(text)
    const digits = text.replace(/\s/g, '')
    if (/^\d{6}$/.test(digits) && !pending) onSubmit(digits)
  }
  return (
    <form
      aria-busy={pending}
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending && code.trim()) onSubmit(code.replace(/\s/g, ''))
      }}
    >
      <h1 className="mb-1 text-18 font-semibold tracking-[-0.012em]">{t('codeTitle')}</h1>
      <p className="mb-4.5 text-fg-3">{email}</p>
      <Failure failure={failure} />
      <Field label={t('code')} hint={t('codeHint')}>
        {(parts) => (
          <Input
            {...parts}
            ref={field}
            size="lg"
            mono
            name="code"
            inputMode="text"
            autoComplete="one-time-code"
            autoFocus
            value={code}
            onChange={(event) => type(event.target.value)}
          />
        )}
      </Field>
      <Button kind="primary" size="lg" type="submit" busy={pending} className="mt-3.5 w-full">
        {t('submit')}
      </Button>
      <Button size="lg" kind="quiet" onClick={onBack} className="mt-2 w-full">
        {t('back')}
      </Button>
    </form>
  )
}
