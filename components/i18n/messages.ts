import compile from 'icu-minify/compile'
import type { formattedAs, Locale } from './locale.ts'

export type Messages = typeof import('./en.json')

declare module 'use-intl' {
  interface AppConfig {
    Locale: (typeof formattedAs)[Locale]
    Messages: Messages
  }
}

type Tree = { [key: string]: string | Tree }

const compileTree = (tree: Tree): unknown =>
  Object.fromEntries(
    Object.entries(tree).map(([key, value]) => [key, typeof value === 'string' ? compile(value) : compileTree(value)]),
  )

const compiled = new WeakMap<object, Messages>()

/**
 * The catalogue of one language, ready to be formatted; only that one travels to the browser. Messages are taken apart
 * here on the server, so the browser needs no parser for them (next.config.ts replaces the formatter to match).
 */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const { default: tree } = locale === 'ru' ? await import('./ru.json') : await import('./en.json')
  const known = compiled.get(tree)
  if (known) return known
  // The same keys; a text with arguments has become a small array, which only the formatter looks into. The compiler
  // makes objects without a prototype, which cannot travel to the browser: the detour through JSON gives them one.
  const messages = JSON.parse(JSON.stringify(compileTree(tree))) as Messages
  compiled.set(tree, messages)
  return messages
}
