'use client'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../controls/button.tsx'
import { Field } from '../controls/field.tsx'
import { Input } from '../controls/input.tsx'
import { Notice } from '../display/notice.tsx'
import { Dialog } from './dialog.tsx'

export type ConfirmDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  /** What will be lost, in numbers, and what stays. */
  lost: ReactNode
  /** The name to type. Without it one press is enough: for what can be undone. */
  name?: string
  /** A choice that goes with it, before the name is typed. */
  children?: ReactNode
  action: string
  /** Word for leaving all as it is, where "Cancel" could be taken for the action. */
  leave?: string
  /** Why it cannot be done now. */
  disabledReason?: string | undefined
  /** `neutral` for what puts nothing at risk. */
  tone?: 'danger' | 'neutral'
  /** Throws or rejects: the message appears in the dialog, which stays open. */
  onConfirm: () => Promise<void> | void
}

/** Says what is lost and, given a name, asks for it; the button is off until the name is there. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, onOpenChange, title, lost, action, disabledReason, tone = 'danger', onConfirm } = props
  // A name is asked for only where it helps.
  const name = disabledReason === undefined ? props.name : undefined
  const t = useTranslations('ui')
  const [typed, setTyped] = useState('')
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  useEffect(() => {
    if (open) return
    setTyped('')
    setFailure(undefined)
  }, [open])

  const matches = name === undefined || typed === name
  const left = name === undefined || !name.startsWith(typed) ? 0 : name.length - typed.length
  const run = async () => {
    if (!matches || busy || disabledReason) return
    setBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      onOpenChange(false)
    } catch (thrown) {
      setFailure(thrown instanceof Error ? thrown.message : String(thrown))
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description={lost}
      footerNote={
        name !== undefined && !matches ? (left > 0 ? t('signsToGo', { count: left }) : t('nameDiffers')) : null
      }
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>{props.leave ?? t('cancel')}</Button>
          <Button
            kind={tone === 'danger' ? 'destroy' : 'primary'}
            busy={busy}
            onClick={run}
            disabledReason={disabledReason ?? (matches ? undefined : t('typeNameFirst'))}
          >
            {action}
          </Button>
        </>
      }
    >
      {props.children}
      {name === undefined ? null : (
        <form
          onSubmit={(event) => {
            event.preventDefault()
            void run()
          }}
        >
          <Field
            label={t.rich('typeToConfirm', {
              name,
              code: (chunk) => <span className="mono font-normal">{chunk}</span>,
            })}
          >
            {(parts) => (
              <Input
                {...parts}
                mono
                autoFocus
                value={typed}
                onChange={(event) => setTyped(event.target.value)}
                autoComplete="off"
              />
            )}
          </Field>
        </form>
      )}
      {failure ? (
        <Notice kind="fault" className="mt-3">
          {failure}
        </Notice>
      ) : null}
    </Dialog>
  )
}
