'use client'
import ChevronDown from 'lucide-react/icons/chevron-down'
import ChevronUp from 'lucide-react/icons/chevron-up'
import X from 'lucide-react/icons/x'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { cn } from '../ui/class-names.ts'
import { IconButton } from '../ui/controls/button.tsx'
import { Input } from '../ui/controls/input.tsx'
import { floatClass } from '../ui/floating/float-class.ts'

/** Finds words in the output of the line. */
export function SerialSearch(props: { find: (words: string, backwards: boolean) => boolean; onClose: () => void }) {
  const { find, onClose } = props
  const t = useTranslations('console.serial')
  const box = useRef<HTMLElement>(null)
  const [words, setWords] = useState('')
  const [isFound, setIsFound] = useState(true)
  useEffect(() => box.current?.querySelector('input')?.focus(), [])
  const look = (backwards: boolean, what = words) => setIsFound(what === '' || find(what, backwards))
  return (
    <search ref={box} className={cn(floatClass, 'block p-2')}>
      <div className="flex items-center gap-1">
        <Input
          boxClassName="flex-1"
          aria-label={t('search')}
          placeholder={t('search')}
          value={words}
          onChange={(event) => {
            setWords(event.target.value)
            look(true, event.target.value)
          }}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onClose()
            if (event.key === 'Enter') look(!event.shiftKey)
          }}
        />
        <IconButton label={t('searchUp')} onClick={() => look(true)}>
          <ChevronUp />
        </IconButton>
        <IconButton label={t('searchDown')} onClick={() => look(false)}>
          <ChevronDown />
        </IconButton>
        <IconButton label={t('searchEnd')} onClick={onClose}>
          <X />
        </IconButton>
      </div>
      {isFound ? null : (
        <p role="status" className="px-1 pt-1.5 text-12 text-fg-2">
          {t('notFound', { words })}
        </p>
      )}
    </search>
  )
}
