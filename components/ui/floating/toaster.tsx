'use client'
import X from 'lucide-react/icons/x'
import { Toaster as Sonner, toast as sonner } from 'sonner'
import { useTranslations } from 'use-intl'
import { Button, IconButton } from '../controls/button.tsx'
import { StateMark } from '../display/state-mark.tsx'
import { floatClass } from './float-class.ts'
import type { ToastProps } from './toast.tsx'

/** Where the toasts lie. */
export default function Shelf({ label }: { label: string }) {
  return (
    <Sonner
      position="bottom-right"
      gap={8}
      containerAriaLabel={label}
      toastOptions={{ unstyled: true, className: 'w-(--width)' }}
    />
  )
}

/** Lays one more on it. */
export function show(message: ToastProps): void {
  sonner.custom((id) => <Toast {...message} onClose={() => sonner.dismiss(id)} />, {
    duration: message.kind === 'fault' ? Number.POSITIVE_INFINITY : 6000,
  })
}

function Toast({ kind = 'ok', title, detail, action, onClose }: ToastProps & { onClose: () => void }) {
  const t = useTranslations('ui')
  return (
    <div className={`${floatClass} flex items-start font-sans text-13 tracking-[-0.006em] gap-2.5 px-3 py-2.5`}>
      <StateMark kind={kind} className="mt-0.5 size-4" />
      <div className="min-w-0 flex-1">
        <div className="font-medium">{title}</div>
        {detail ? <div className="text-12 text-fg-3">{detail}</div> : null}
      </div>
      {action ? (
        <Button
          size="sm"
          kind="quiet"
          onClick={() => {
            onClose()
            action.onSelect()
          }}
        >
          {action.label}
        </Button>
      ) : null}
      {kind === 'fault' || !action ? (
        <IconButton size="sm" label={t('close')} onClick={onClose}>
          <X />
        </IconButton>
      ) : null}
    </div>
  )
}
