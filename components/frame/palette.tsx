'use client'
import { Command } from 'cmdk'
import Search from 'lucide-react/icons/search'
import { useRouter } from 'next/navigation'
import { Dialog } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { Link } from '../ui/controls/link.tsx'
import { Kbd } from '../ui/display/kbd.tsx'
import { floatClass } from '../ui/floating/float-class.ts'
import type { NavGroup } from './nav.ts'
import { marked, pagesOf } from './palette-match.ts'
import type { PaletteItem, PaletteKind, PaletteSearch } from './palette-types.ts'
import { usePaletteSearch } from './use-palette-search.ts'

const kinds = ['all', 'objects', 'actions', 'pages'] as const

/** Every object, page and allowed action under one key. Loaded when it is first opened. */
export default function Palette(props: { nav: readonly NavGroup[]; search: PaletteSearch; onClose: () => void }) {
  const { nav, search, onClose } = props
  const t = useTranslations('palette')
  const format = useFormatter()
  const router = useRouter()
  const [query, setQuery] = useState('')
  const [kind, setKind] = useState<'all' | PaletteKind>('all')
  const answer = usePaletteSearch(search, query)
  const pages = pagesOf(nav, query)
  const groups = [
    ...answer.groups,
    ...(pages.length > 0 ? [{ kind: 'pages' as const, heading: t('pages'), items: pages }] : []),
  ].filter((group) => kind === 'all' || group.kind === kind)

  const pick = (item: PaletteItem, newTab = false) => {
    if (item.disabledReason) return
    onClose()
    if (item.run) item.run()
    else if (newTab) window.open(item.href, '_blank', 'noopener')
    else router.push(item.href)
  }
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Tab') {
      event.preventDefault()
      const step = event.shiftKey ? kinds.length - 1 : 1
      setKind((now) => kinds[(kinds.indexOf(now) + step) % kinds.length] ?? 'all')
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    const chosen = event.currentTarget.querySelector('[cmdk-item][aria-selected="true"]')?.getAttribute('data-value')
    const item = groups.flatMap((group) => group.items).find((one) => one.id === chosen)
    event.preventDefault()
    if (item) pick(item, true)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-50 animate-fade bg-scrim" />
        <Dialog.Content
          aria-describedby={undefined}
          className={cn(
            floatClass,
            'fixed inset-x-0 top-26 z-50 mx-auto w-168 max-w-[calc(100vw-24px)] animate-dialog overflow-hidden rounded-xl phone:top-3',
          )}
        >
          <Dialog.Title className="sr-only">{t('title')}</Dialog.Title>
          <Command shouldFilter={false} loop label={t('title')} onKeyDown={keys}>
            <div className="flex h-12 items-center gap-2.5 border-b border-line px-4">
              <Search className="text-fg-3" />
              <Command.Input
                value={query}
                onValueChange={setQuery}
                placeholder={t('placeholder')}
                className="min-w-0 flex-1 bg-transparent text-[15px] outline-none focus-visible:outline-none"
              />
              <span className="num text-12 text-fg-3" role="status">
                {answer.status === 'ready' && query
                  ? t('found', { count: format.number(answer.found + pages.length), ms: answer.took })
                  : answer.status === 'loading'
                    ? t('searching')
                    : null}
              </span>
            </div>
            <div className="flex items-center gap-1 px-3 pt-2">
              {kinds.map((one) => (
                <button
                  key={one}
                  type="button"
                  tabIndex={-1}
                  aria-pressed={one === kind}
                  onClick={() => setKind(one)}
                  className={cn(
                    'flex h-5.5 items-center rounded-sm px-2 text-12 text-fg-3 coarse:h-9',
                    one === kind && 'bg-inset font-medium text-fg',
                  )}
                >
                  {t(`kinds.${one}`)}
                </button>
              ))}
              <Hint keys={['Tab']} className="ml-auto">
                {t('nextGroup')}
              </Hint>
            </div>
            <Command.List className="max-h-[min(520px,60vh)] overflow-y-auto pb-2">
              {answer.status === 'failed' ? (
                <div role="alert" className="px-4 py-2 text-12 text-fault-fg">
                  {answer.cause}
                </div>
              ) : null}
              {groups.length === 0 && answer.status !== 'loading' ? (
                <div className="px-4 py-3 text-fg-2">{query ? t('nothing', { query }) : t('begin')}</div>
              ) : null}
              {groups.map((group) => (
                <Command.Group
                  key={`${group.kind}-${group.heading}`}
                  heading={group.heading}
                  className="[&_[cmdk-group-heading]]:px-4 [&_[cmdk-group-heading]]:pt-2.5 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-11 [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-fg-3"
                >
                  {group.items.map((item) => (
                    <Row key={item.id} item={item} query={query} onPick={() => pick(item)} onLeave={onClose} />
                  ))}
                </Command.Group>
              ))}
            </Command.List>
            <div className="flex h-9 items-center gap-3.5 border-t border-line bg-subtle px-4 text-12 text-fg-3 phone:hidden">
              <Hint keys={['↑', '↓']}>{t('move')}</Hint>
              <Hint keys={['Enter']}>{t('open')}</Hint>
              <Hint keys={['Ctrl Enter']}>{t('newTab')}</Hint>
              <Hint keys={['Esc']} className="ml-auto">
                {t('close')}
              </Hint>
            </div>
          </Command>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Row(props: { item: PaletteItem; query: string; onPick: () => void; onLeave: () => void }) {
  const { item, query, onPick, onLeave } = props
  return (
    <Command.Item
      value={item.id}
      onSelect={onPick}
      aria-disabled={item.disabledReason ? true : undefined}
      className="mx-2 flex h-[34px] cursor-default items-center gap-2.5 rounded-md px-2 group data-[selected=true]:bg-accent-tint coarse:h-11"
    >
      <span className="flex-none text-fg-3 group-data-[selected=true]:text-accent-text [&>svg]:size-4">
        <item.icon />
      </span>
      <span className={cn('flex-none whitespace-nowrap', item.disabledReason && 'text-fg-3')}>
        {marked(item.title, query).map((part) =>
          part.hit ? (
            <mark key={part.at} className="bg-transparent font-semibold text-inherit">
              {part.text}
            </mark>
          ) : (
            part.text
          ),
        )}
      </span>
      <span className="min-w-0 truncate text-12 text-fg-3">{item.disabledReason ?? item.detail}</span>
      <span className="ml-auto flex flex-none items-center gap-1.5 text-12 text-fg-3">
        {item.fix ? (
          <Link href={item.fix.href} onClick={onLeave} className="text-accent-text hover:underline">
            {item.fix.label}
          </Link>
        ) : (
          item.aside
        )}
        {item.keys?.map((key) => (
          <Kbd key={key}>{key}</Kbd>
        ))}
      </span>
    </Command.Item>
  )
}

function Hint({ keys, children, className }: { keys: readonly string[]; children: ReactNode; className?: string }) {
  return (
    <span className={cn('flex items-center gap-1.5 text-12 text-fg-3 phone:hidden', className)}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  )
}
