'use client'
import { useTranslations } from 'use-intl'
import type { Operation } from '../../../../server/domain/operation/schema.ts'
import { Said } from '../../../i18n/said.tsx'
import { Copyable } from '../../../ui/controls/copy.tsx'
import { State } from '../../../ui/display/state-mark.tsx'
import { Facts } from '../../../ui/layout/facts.tsx'
import { Section } from '../../../ui/layout/section.tsx'

/** How the management controller was set up from inside: what was done, and what it says of itself. */
export function ControllerSection({ operation }: { operation: Operation }) {
  const t = useTranslations('operations.controller')
  const { controller } = operation
  if (!controller) return null
  const { user, slot, now, steps } = controller
  return (
    <Section title={t('title')} line>
      <Facts
        facts={[
          { term: t('user'), value: slot === null ? t('noSlot', { user }) : t('inSlot', { user, slot }) },
          now !== null && now.address !== '' && { term: t('address'), value: <Copyable text={now.address} /> },
          now !== null && now.mac !== '' && { term: t('mac'), value: <Copyable text={now.mac} /> },
          now !== null && now.firmware !== '' && { term: t('firmware'), value: now.firmware },
          ...steps.map(({ step, ok, words }) => ({
            term: t(`steps.${step}`),
            value: (
              <span className="flex min-w-0 flex-wrap items-center gap-x-2">
                <State kind={ok ? 'ok' : 'warn'}>{t(ok ? 'done' : 'refused')}</State>
                {words === '' ? null : (
                  <span className="min-w-0 text-12 text-fg-2 wrap-anywhere">
                    <Said text={words} />
                  </span>
                )}
              </span>
            ),
          })),
        ]}
      />
    </Section>
  )
}
