'use client'
import { withErrorText } from '../api/with-error-text.ts'
import { ConfirmDialog, type ConfirmDialogProps } from '../ui/floating/confirm-dialog.tsx'

/** Asks before an action of the API; an error is shown in the dialog, which stays open then. */
export function ConfirmAction({
  run,
  onClose,
  ...dialog
}: Omit<ConfirmDialogProps, 'open' | 'onOpenChange' | 'onConfirm'> & {
  run: () => Promise<unknown>
  onClose: () => void
}) {
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      onConfirm={async () => {
        await withErrorText(run())
      }}
      {...dialog}
    />
  )
}
