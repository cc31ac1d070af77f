'use client'
import { useEffect, useMemo, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ScriptType } from '../../server/domain/recipe/kinds.ts'
import type { CheckAnswer } from '../../server/domain/recipe/schema.ts'
import { useTRPCClient } from '../api/trpc.ts'

/** How long nothing is typed before a script is checked. */
const PAUSE_MS = 500

type Checked = { script: string; type: ScriptType; answer: CheckAnswer }

/** What the server's parser says of a script as it is now; null while that is not known. Nothing of the script is run. */
export function useSyntax(script: string, type: ScriptType, isOn: boolean) {
  const { vm } = useTRPCClient()
  const [checked, setChecked] = useState<Checked | null>(null)
  useEffect(() => {
    if (!isOn) return
    const gone = new AbortController()
    const timer = setTimeout(() => {
      vm.recipe.check.mutate({ body: { script, type } }, { signal: gone.signal }).then(
        (answer) => setChecked({ script, type, answer }),
        // Without a check the script is saved all the same.
        () => {},
      )
    }, PAUSE_MS)
    return () => {
      clearTimeout(timer)
      gone.abort()
    }
  }, [vm, script, type, isOn])
  const answer = checked?.script === script && checked.type === type ? checked.answer : null
  const wrongLines = useMemo(() => answer?.errors.map(({ line }) => line) ?? [], [answer])
  return { type, answer, wrongLines }
}

/** The errors of a script below its text, by line. */
export function Syntax({ syntax: { type, answer } }: { syntax: ReturnType<typeof useSyntax> }) {
  const t = useTranslations('recipes.syntax')
  const none = type === 'power_shell' ? t('powerShell') : answer?.dialect === null ? t('otherInterpreter') : t('right')
  return (
    <div role="status" className="mt-1 min-h-4 text-12">
      {answer?.errors.map(({ line, column, message }) => (
        <p key={`${line}:${column}`} className="text-fault-fg">
          {t('wrong', { line, message })}
        </p>
      ))}
      {answer && answer.errors.length === 0 ? <p className="text-fg-3">{none}</p> : null}
    </div>
  )
}
