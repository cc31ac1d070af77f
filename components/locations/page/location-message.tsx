'use client'
import { useTranslations } from 'use-intl'
import { partOfMessage } from '../../../server/domain/location/part-message.ts'
import type { LocationMessageRecord } from '../../../server/domain/location/schema.ts'
import { useSaid } from '../../i18n/said.tsx'
import { cn } from '../../ui/class-names.ts'
import { StateMark } from '../../ui/display/state-mark.tsx'
import { Mono } from '../../ui/display/text.tsx'

/** What a message of a location says, over as many lines as it needs: a part of its boot services in words, what others hand in as it is. */
export function LocationMessage({ one, named = false }: { one: LocationMessageRecord; named?: boolean }) {
  const t = useTranslations('locations.services')
  const said = useSaid()
  const part = partOfMessage(one)
  if (!part) return <Mono>{JSON.stringify(one.message)}</Mono>
  const words = part.fault === null ? t('good') : said(part.fault)
  return (
    <span className={cn('flex items-start gap-1.5', part.fault !== null && 'text-fault-fg')}>
      <StateMark kind={part.fault === null ? 'ok' : 'fault'} className="mt-0.5" />
      <span className="min-w-0 break-words">{named ? `${t(`parts.${part.component}`)}: ${words}` : words}</span>
    </span>
  )
}
