'use client'
import Dices from 'lucide-react/icons/dices'
import { useTranslations } from 'use-intl'
import type { BulkChosen } from '../table/bulk.ts'
import { Button } from '../ui/controls/button.tsx'
import { Copyable } from '../ui/controls/copy.tsx'
import { Field } from '../ui/controls/field.tsx'
import { PasswordInput } from '../ui/controls/password-input.tsx'
import { makePassword } from './make-password.ts'

type Props = { chosen: BulkChosen; onChange: (next: BulkChosen) => void }

/** One password for the rescue systems of many VMs: typed, or made here and shown so that it can be taken away. */
export default function BulkRescue({ chosen, onChange }: Props) {
  const t = useTranslations('hosts')
  const password = String(chosen.password ?? '')
  return (
    <div className="border-b border-line px-3 py-2.5">
      <Field label={t('rescue.password')} hint={t('bulk.rescue.hint')} className="max-w-90" required>
        {(parts) => (
          <span className="flex items-center gap-2">
            <PasswordInput
              {...parts}
              size="sm"
              boxClassName="min-w-0 flex-1"
              autoComplete="new-password"
              value={password}
              onChange={({ target }) => onChange({ password: target.value })}
            />
            <Button
              size="sm"
              icon={<Dices />}
              onClick={() => {
                const made = makePassword()
                onChange({ password: made, made })
              }}
            >
              {t('password.make')}
            </Button>
          </span>
        )}
      </Field>
      {password !== '' && chosen.made === password ? (
        <div className="mt-1.5 flex flex-wrap items-center gap-2 text-12">
          <Copyable text={password} />
          <span className="text-fg-3">{t('password.shownOnce')}</span>
        </div>
      ) : null}
    </div>
  )
}
