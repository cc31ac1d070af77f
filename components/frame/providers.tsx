'use client'
import { NuqsAdapter } from 'nuqs/adapters/next/app'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import type { Locale } from '../i18n/locale.ts'
import type { Messages } from '../i18n/messages.ts'
import { LanguageProvider } from '../i18n/provider.tsx'
import { Toaster } from '../ui/floating/toast.tsx'

/** Language, address state and toasts: what every page stands in. */
export function Providers(props: { locale: Locale; messages: Messages; children: ReactNode }) {
  return (
    <LanguageProvider locale={props.locale} messages={props.messages}>
      <NuqsAdapter>{props.children}</NuqsAdapter>
      <Toasts />
    </LanguageProvider>
  )
}

function Toasts() {
  const t = useTranslations('frame')
  return <Toaster label={t('toasts')} />
}
