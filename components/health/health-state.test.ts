import { createElement, type FunctionComponent } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { IntlProvider } from 'use-intl'
import { expect, it } from 'vitest'
import type { Health } from '../../server/domain/problem/health.ts'
import { problemKinds } from '../../server/domain/problem/kinds.ts'
import en from '../i18n/en.json' with { type: 'json' }
import ru from '../i18n/ru.json' with { type: 'json' }
import { HealthBadge, HealthMark, HealthState, UnreadSince } from './health-state.tsx'

const well: Health = { level: 'ok', count: 0, kind: null, cause: null, since: null }
const drawn = <Props extends object>(component: FunctionComponent<Props>, props: Props, messages: object = en) =>
  renderToStaticMarkup(
    createElement(
      IntlProvider as FunctionComponent<{ locale: string; messages: object; timeZone: string }>,
      { locale: messages === en ? 'en' : 'ru', messages, timeZone: 'UTC' },
      createElement(component, props),
    ),
  )
const words = (markup: string) =>
  markup
    .replaceAll(/<title>[^<]*<\/title>/g, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()

it('says level and cause, and keeps what is well without a mark', () => {
  expect(words(drawn(HealthState, { health: well }))).toBe('OK')
  expect(drawn(HealthState, { health: well })).not.toContain('<svg')
  const other: Health = { level: 'fault', count: 1, kind: 'identity', cause: 'GUID differs', since: null }
  expect(words(drawn(HealthState, { health: other }))).toBe('Fault Another controller answers: GUID differs')
  // Owners do not see the cause.
  const { cause: _, ...hidden } = other
  expect(words(drawn(HealthState, { health: hidden }))).toBe('Fault Another controller answers')
  const drive: Health = { ...other, kind: 'server', cause: 'Drive 4 failed' }
  expect(words(drawn(HealthState, { health: drive }))).toBe('Fault Drive 4 failed')
})

it('is in the head of a page only when there is something to show', () => {
  expect(drawn(HealthBadge, { health: well })).toBe('')
  expect(drawn(HealthMark, { health: well })).toBe('')
  expect(words(drawn(HealthBadge, { health: { ...well, level: 'warning', count: 2 } }))).toBe('Warning, 2 problems')
  expect(words(drawn(HealthBadge, { health: { ...well, level: 'unknown' } }))).toBe('Unknown')
})

it('says when something was last read, or that it never was', () => {
  expect(words(drawn(UnreadSince, { since: null }))).toBe('Never polled.')
  expect(words(drawn(UnreadSince, { since: '2026-11-22T08:00:00.000Z' }))).toMatch(/^Last polled .+\.$/)
})

it('has words for every kind in both languages', () => {
  for (const messages of [en, ru])
    for (const kind of problemKinds)
      expect(
        words(drawn(HealthState, { health: { ...well, level: 'warning', count: 1, kind } }, messages)),
      ).not.toContain('health.')
})
