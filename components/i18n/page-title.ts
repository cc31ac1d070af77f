import type { Metadata } from 'next'
import { cookies, headers } from 'next/headers'
import { createTranslator } from 'use-intl/core'
import { localeCookie, pickLocale } from './locale.ts'
import { loadMessages, type Messages } from './messages.ts'

/** Title of a page in the reader's language, for the browser's tab; a name of an object may stand before it. */
export async function pageTitle(page: keyof Messages['titles'], name?: string): Promise<Metadata> {
  const locale = pickLocale((await cookies()).get(localeCookie)?.value, (await headers()).get('accept-language'))
  const t = createTranslator({ locale, messages: await loadMessages(locale), namespace: 'titles' })
  return { title: name ? `${name} - ${t(page)}` : t(page) }
}
