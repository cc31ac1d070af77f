'use client'
import { type ComponentProps, type ReactNode, useEffect } from 'react'
import { IntlProvider } from 'use-intl'
import { formattedAs, type Locale } from './locale.ts'
import type { Messages } from './messages.ts'
import { prefetchSaid } from './said.tsx'

/** Language of everything below it. The zone stays the browser's: times are read by the person who sits there. */
export function LanguageProvider(props: {
  locale: Locale
  messages: Messages
  timeZone?: string
  onError?: ComponentProps<typeof IntlProvider>['onError']
  children: ReactNode
}) {
  const { locale, messages, timeZone, onError, children } = props
  useEffect(() => prefetchSaid(locale), [locale])
  return (
    <IntlProvider
      locale={formattedAs[locale]}
      messages={messages}
      timeZone={timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone}
      onError={onError}
    >
      {children}
    </IntlProvider>
  )
}
