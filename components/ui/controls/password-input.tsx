'use client'
import Eye from 'lucide-react/icons/eye'
import EyeOff from 'lucide-react/icons/eye-off'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Input, type InputProps } from './input.tsx'

/** A secret being typed; the eye shows it. Give `autoComplete` ("current-password" or "new-password"). */
export function PasswordInput(props: Omit<InputProps, 'type' | 'unit'>) {
  const t = useTranslations('ui')
  const [shown, setShown] = useState(false)
  const label = shown ? t('hidePassword') : t('showPassword')
  return (
    <Input
      spellCheck={false}
      {...props}
      type={shown ? 'text' : 'password'}
      unit={
        <button
          type="button"
          aria-label={label}
          title={label}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="-mr-1 flex rounded-sm p-1 hover:text-fg"
        >
          {shown ? <EyeOff /> : <Eye />}
        </button>
      }
    />
  )
}
