import { useLocale } from 'use-intl'
import { type Locale, pickLocale } from './locale.ts'

/** The language of the page. */
export const useLanguage = (): Locale => pickLocale(undefined, useLocale())
