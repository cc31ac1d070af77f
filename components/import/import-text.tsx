'use client'
import Upload from 'lucide-react/icons/upload'
import { useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { MOST_BYTES } from '../../server/domain/import/kinds.ts'
import { Button } from '../ui/controls/button.tsx'
import { Field } from '../ui/controls/field.tsx'
import { Textarea } from '../ui/controls/textarea.tsx'

/** The rows as text: typed, pasted or out of a file. */
export function ImportText(props: {
  text: string
  /** Shown while nothing is there: the columns and a row. */
  example: string | undefined
  onText: (text: string) => void
  onFile: (text: string, isYaml: boolean) => void
}) {
  const { text, example, onText, onFile } = props
  const t = useTranslations('import')
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const take = async (file: File | undefined) => {
    if (!file) return
    if (file.size > MOST_BYTES) {
      setProblem(t('tooLarge'))
      return
    }
    try {
      // Other encodings would be imported garbled without notice.
      const read = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
      setProblem(null)
      onFile(read, /\.ya?ml$/i.test(file.name))
    } catch {
      setProblem(t('notUtf8'))
    }
  }
  return (
    <Field
      className="mt-4 max-w-200"
      label={t('text')}
      error={problem}
      hint={t('textHint')}
      aside={
        <>
          <input
            ref={input}
            type="file"
            accept=".csv,.tsv,.txt,.yaml,.yml,text/csv,application/yaml"
            className="sr-only"
            tabIndex={-1}
            aria-hidden="true"
            onChange={(event) => {
              void take(event.target.files?.[0])
              // The same file may be chosen again once it is mended.
              event.target.value = ''
            }}
          />
          <Button size="sm" icon={<Upload />} onClick={() => input.current?.click()}>
            {t('chooseFile')}
          </Button>
        </>
      }
    >
      {(parts) => (
        <Textarea
          {...parts}
          mono
          rows={10}
          maxRows={24}
          wrap="off"
          spellCheck={false}
          placeholder={example}
          value={text}
          onChange={(event) => {
            setProblem(null)
            onText(event.target.value)
          }}
        />
      )}
    </Field>
  )
}
