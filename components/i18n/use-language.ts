import { useLocale } from 'use-intl'
import { formattedAs, type Locale, locales } from './locale.ts'

/** The language of the page, whoever's habits its dates follow. */
export function useLanguage(): Locale {
  const habits = useLocale()
  return locales.find((one) => formattedAs[one] === habits) ?? 'en'
}
