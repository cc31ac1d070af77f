'use client'
import { useTranslations } from 'use-intl'
import { Kbd } from '../ui/display/kbd.tsx'
import { Dialog } from '../ui/floating/dialog.tsx'
import { shortcuts } from '../ui/shortcuts.ts'
import type { NavGroup } from './nav.ts'

const everywhere = ['palette', 'help', 'navigation'] as const
const lists = ['search', 'move', 'select', 'open', 'actions'] as const

/** All keys: of every page, of lists, and those that go to a page. Loaded when it is first asked for. */
export default function KeysDialog({ nav, onClose }: { nav: readonly NavGroup[]; onClose: () => void }) {
  const t = useTranslations('keys')
  const pages = nav.flatMap(({ entries }) =>
    entries.flatMap(({ letter, label }) => (letter ? [{ keys: ['G', letter.toUpperCase()], words: label }] : [])),
  )
  const named = (names: readonly (keyof typeof shortcuts)[]) =>
    names.map((name) => ({ keys: shortcuts[name], words: t(name) }))
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t('title')} width="lg">
      <div className="grid grid-cols-2 gap-x-8 gap-y-4 phone:grid-cols-1">
        <Keys title={t('everywhere')} list={named(everywhere)} />
        <Keys title={t('lists')} list={named(lists)} />
        <div className="col-span-full">
          <Keys title={t('go')} list={pages} wide />
        </div>
      </div>
    </Dialog>
  )
}

type KeysProps = { title: string; list: readonly { keys: readonly string[]; words: string }[]; wide?: boolean }

function Keys({ title, list, wide }: KeysProps) {
  return (
    <section>
      <h3 className="pb-2 text-12 font-medium text-fg-3">{title}</h3>
      <dl className={wide ? 'grid grid-cols-2 gap-x-8 gap-y-1.5 phone:grid-cols-1' : 'grid gap-y-1.5'}>
        {list.map(({ keys, words }) => (
          <div key={words} className="grid grid-cols-[88px_minmax(0,1fr)] items-center gap-2 text-12">
            <dt className="flex gap-1">
              {keys.map((key) => (
                <Kbd key={key} className="phone:inline-flex">
                  {key}
                </Kbd>
              ))}
            </dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
