'use client'
import { type ReactNode, useEffect } from 'react'
import { IntlProvider } from 'use-intl'
import type { Locale } from './locale.ts'
import type { Messages } from './messages.ts'
import { prefetchSaid } from './said.tsx'

/** Language of everything below it. The zone stays the browser's: times are read by the person who sits there. */
export function LanguageProvider(props: {
  locale: Locale
  messages: Messages
  timeZone?: string
  children: ReactNode
}) {
  const { locale, messages, timeZone, children } = props
  useEffect(() => prefetchSaid(locale), [locale])
  return (
    <IntlProvider
      locale={locale}
      messages={messages}
      timeZone={timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
    >
      {children}
    </IntlProvider>
  )
}
