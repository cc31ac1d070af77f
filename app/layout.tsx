import type { Metadata, Viewport } from 'next'
import { cookies, headers } from 'next/headers'
import type { ReactNode } from 'react'
import { Providers } from '../components/frame/providers.tsx'
import { readTheme, themeCookie } from '../components/frame/remembered.ts'
import { localeCookie, pickLocale } from '../components/i18n/locale.ts'
import { loadMessages } from '../components/i18n/messages.ts'
import './globals.css'

export const metadata: Metadata = { title: { default: 'Datahall', template: '%s - Datahall' } }

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  colorScheme: 'light dark',
}

/** Language and theme are read here, so that the first byte already has them. */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const jar = await cookies()
  const locale = pickLocale(jar.get(localeCookie)?.value, (await headers()).get('accept-language'))
  const theme = readTheme(jar.get(themeCookie)?.value)
  return (
    <html lang={locale} data-theme={theme === 'system' ? undefined : theme}>
      <body>
        <Providers locale={locale} messages={await loadMessages(locale)}>
          {children}
        </Providers>
      </body>
    </html>
  )
}
