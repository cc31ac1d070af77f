import type { Locale } from './locale.ts'

export type Messages = typeof import('./en.json')

declare module 'use-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Messages
  }
}

/** The catalogue of one language; only that one travels to the browser. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  switch (locale) {
    case 'en':
      return (await import('./en.json')).default
    case 'ru':
      return (await import('./ru.json')).default
  }
}
