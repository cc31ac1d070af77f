'use client'
import { lazy, Suspense } from 'react'
import { Textarea } from '../../ui/controls/textarea.tsx'
import type { ScriptEditorProps } from './code-mirror.tsx'

const CodeMirror = lazy(() => import('./code-mirror.tsx'))

/** The text of a script. The editor is loaded after the page; until then, and where it cannot be loaded, a plain field takes it. */
export function ScriptEditor(props: ScriptEditorProps) {
  const { value, onChange, label, readOnly } = props
  return (
    <Suspense
      fallback={
        <Textarea
          mono
          rows={18}
          maxRows={40}
          aria-label={label}
          readOnly={readOnly}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      }
    >
      <CodeMirror {...props} />
    </Suspense>
  )
}
