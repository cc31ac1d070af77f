'use client'
import { useTranslations } from 'use-intl'
import type { LineCommand, LineStatus } from '../../../server/domain/console/line.ts'
import { Button } from '../../ui/controls/button.tsx'
import { KeyboardIcon } from '../../ui/display/icons.tsx'
import type { ConsoleWatcher } from '../types.ts'

/** Who has the keyboard of a line that one types on at a time, and how it passes on; nothing while it is simply one's own. */
export function KeyboardBar(props: {
  status: LineStatus
  watchers: readonly ConsoleWatcher[]
  mayType: boolean
  onCommand: (type: LineCommand['type']) => void
}) {
  const { status, watchers, mayType, onCommand } = props
  const t = useTranslations('console.line')
  const watcher = (account: number | null) => watchers.find((one) => one.account_id === account)
  const nameOf = (account: number | null) => watcher(account)?.name ?? t('anotherUser')
  if (status.asked_by !== null)
    return (
      <Bar role="alert" words={t('asks', { name: nameOf(status.asked_by) })}>
        <Button size="sm" kind="primary" onClick={() => onCommand('give')}>
          {t('give')}
        </Button>
        <Button size="sm" onClick={() => onCommand('keep')}>
          {t('keep')}
        </Button>
      </Bar>
    )
  if (status.keyboard !== 'another') return null
  const isSelf = watcher(status.typist)?.self ?? false
  const words = isSelf ? t('typesSelf') : t('types', { name: nameOf(status.typist) })
  if (status.asking) return <Bar role="status" words={t('asked', { name: nameOf(status.typist) })} />
  return (
    <Bar role="status" words={words}>
      {mayType ? (
        <Button size="sm" onClick={() => onCommand('ask')}>
          {isSelf ? t('typeHere') : t('ask')}
        </Button>
      ) : null}
    </Bar>
  )
}

function Bar({ role, words, children }: { role: 'alert' | 'status'; words: string; children?: React.ReactNode }) {
  return (
    <div
      role={role}
      className="flex min-h-10 flex-none flex-wrap items-center gap-x-3 gap-y-1 border-b border-line bg-subtle px-6 py-1.5 text-fg-2 phone:px-4"
    >
      <KeyboardIcon className="size-3.5 flex-none text-fg-3" />
      <span className="min-w-0">{words}</span>
      {children}
    </div>
  )
}
