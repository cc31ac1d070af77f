export const locales = ['en', 'ru'] as const
export type Locale = (typeof locales)[number]

/** Whose habits dates and numbers follow: with the day first and 24 hours, which cannot be misread. */
export const formattedAs = { en: 'en-GB', ru: 'ru' } satisfies Record<Locale, string>

/** Names of the languages, each in itself. */
export const localeNames = { en: 'English', ru: 'Русский' } satisfies Record<Locale, string>

export const localeCookie = 'locale'

const isLocale = (text: string): text is Locale => (locales as readonly string[]).includes(text)

/**
 * Which language to show: the person's choice, else the first of the browser's languages that we speak, else English.
 * @param accept the Accept-Language header, RFC 9110 section 12.5.4
 */
export function pickLocale(chosen: string | undefined, accept: string | null | undefined): Locale {
  if (chosen && isLocale(chosen)) return chosen
  const wanted = (accept ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().split(';')
      const q = parameters.map((one) => one.trim()).find((one) => one.startsWith('q='))
      return { language: tag.trim().toLowerCase().split('-')[0] ?? '', weight: q ? Number(q.slice(2)) : 1 }
    })
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of wanted) if (isLocale(language)) return language
  return 'en'
}
