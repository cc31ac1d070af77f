'use client'
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands'
import { bracketMatching, HighlightStyle, StreamLanguage, syntaxHighlighting } from '@codemirror/language'
import { powerShell } from '@codemirror/legacy-modes/mode/powershell'
import { shell } from '@codemirror/legacy-modes/mode/shell'
import { Compartment, EditorState } from '@codemirror/state'
import { Decoration, drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import { useEffect, useRef, useState } from 'react'
import type { ScriptType } from '../../../server/domain/recipe/kinds.ts'

export type ScriptEditorProps = {
  value: string
  onChange: (value: string) => void
  label: string
  type: ScriptType
  /** Lines with an error, from 1. */
  wrongLines?: readonly number[]
  readOnly?: boolean
}

const languages = { shell: StreamLanguage.define(shell), power_shell: StreamLanguage.define(powerShell) }

const wrong = Decoration.line({ class: 'cm-wrongLine' })
/** Looked up at each update: the text may be shorter than when it was checked. */
const marks = (lines: readonly number[]) =>
  EditorView.decorations.of(({ state: { doc } }) =>
    Decoration.set(
      [...new Set(lines)]
        .filter((line) => line >= 1 && line <= doc.lines)
        .sort((a, b) => a - b)
        .map((line) => wrong.range(doc.line(line).from)),
    ),
  )

const colours = HighlightStyle.define([
  { tag: tags.comment, color: 'var(--text-3)' },
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--accent-text)' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ok-fg)' },
  { tag: [tags.variableName, tags.definition(tags.variableName), tags.attributeName], color: 'var(--warn-fg)' },
  { tag: [tags.standard(tags.variableName), tags.meta], color: 'var(--text-2)' },
])

const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--bg)', color: 'var(--text)', fontSize: '12.5px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--bg)', color: 'var(--text-3)', border: 'none' },
  '.cm-activeLine': { backgroundColor: 'var(--bg-hover)' },
  '.cm-wrongLine, .cm-wrongLine.cm-activeLine': {
    backgroundColor: 'var(--fault-tint)',
    boxShadow: 'inset 2px 0 0 var(--fault-fg)',
  },
  '&.cm-focused': { outline: 'none' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-tint)' },
})

/** The text of a script with line numbers and colours. Tab leaves it, as in any field. */
export default function CodeMirror({ value, onChange, label, type, wrongLines, readOnly = false }: ScriptEditorProps) {
  const box = useRef<HTMLDivElement>(null)
  const view = useRef<EditorView>(null)
  const told = useRef(onChange)
  told.current = onChange
  const first = useRef({ value, type })
  const [language] = useState(() => new Compartment())
  const [marked] = useState(() => new Compartment())
  useEffect(() => {
    if (!box.current) return
    const editor = new EditorView({
      parent: box.current,
      state: EditorState.create({
        doc: first.current.value,
        extensions: [
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          highlightActiveLine(),
          language.of(languages[first.current.type]),
          marked.of([]),
          syntaxHighlighting(colours),
          look,
          keymap.of([...defaultKeymap, ...historyKeymap]),
          EditorState.readOnly.of(readOnly),
          EditorView.contentAttributes.of({ 'aria-label': label, 'aria-multiline': 'true' }),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) told.current(update.state.doc.toString())
          }),
        ],
      }),
    })
    view.current = editor
    return () => editor.destroy()
  }, [label, readOnly, language, marked])
  useEffect(() => {
    const editor = view.current
    const now = editor?.state.doc.toString()
    if (editor && now !== value) editor.dispatch({ changes: { from: 0, to: now?.length ?? 0, insert: value } })
    first.current.value = value
  }, [value])
  useEffect(() => {
    view.current?.dispatch({ effects: language.reconfigure(languages[type]) })
    first.current.type = type
  }, [type, language])
  useEffect(() => {
    view.current?.dispatch({ effects: marked.reconfigure(marks(wrongLines ?? [])) })
  }, [wrongLines, marked])
  return (
    <div
      ref={box}
      className="h-full min-h-96 overflow-hidden rounded-md border border-line-strong focus-within:outline-2 focus-within:outline-focus"
    />
  )
}
