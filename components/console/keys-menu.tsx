'use client'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { useTranslations } from 'use-intl'
import { Button } from '../ui/controls/button.tsx'
import { KeyboardIcon } from '../ui/display/icons.tsx'
import { Menu } from '../ui/floating/menu.tsx'
import type { MenuEntry } from '../ui/floating/menu-entries.ts'
import { chordGroups, stepsOfChord } from './keys/chords.ts'
import type { KeyStep } from './keys/paste.ts'

export type TypeKeys = (steps: readonly KeyStep[]) => void

/** Keys that browser or keyboard do not pass on. */
export function KeysMenu({ onKeys, disabledReason }: { onKeys: TypeKeys; disabledReason: string | undefined }) {
  const t = useTranslations('console')
  const entries = chordGroups.flatMap(({ heading, chords }): MenuEntry[] => [
    { kind: 'heading', label: t(`keyGroups.${heading}`) },
    ...chords.map((chord) => ({ label: chord.label, onSelect: () => onKeys(stepsOfChord(chord)) })),
  ])
  const button = (
    <Button size="sm" kind="quiet" icon={<KeyboardIcon />} disabledReason={disabledReason}>
      {t('keys')}
      <ChevronDown className="size-3" />
    </Button>
  )
  return disabledReason ? button : <Menu label={t('keys')} align="start" entries={entries} trigger={button} />
}
