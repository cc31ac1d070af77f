'use client'
import { useQueryClient } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { holdReading } from '../api/read-anew.ts'
import { withErrorText } from '../api/with-error-text.ts'
import { ConfirmDialog } from '../ui/floating/confirm-dialog.tsx'

/** Says what goes, asks for the name and deletes; its own page, which is gone then, is left for the list. */
export function DeleteObject(props: {
  name: string
  /** It is gone for good by one press: the name need not be typed. */
  untyped?: boolean
  /** "Delete {name}" unless it is given. */
  title?: string
  lost: ReactNode
  /** A choice that goes with it. */
  children?: ReactNode
  action: string
  /** Its own page. */
  page?: string
  /** What its page is left for. */
  list?: string
  run: () => Promise<unknown>
  onClose: () => void
}) {
  const { name, untyped, title, lost, children, action, page, list, run, onClose } = props
  const t = useTranslations('dc')
  const router = useRouter()
  const path = usePathname()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={title ?? t('deleteTitle', { name })}
      lost={lost}
      {...(!untyped && { name })}
      action={action}
      onConfirm={async () => {
        const leaves = list !== undefined && path === page
        const stay = leaves ? holdReading(queries) : undefined
        try {
          await withErrorText(run())
        } catch (refused) {
          stay?.()
          throw refused
        }
        if (leaves) router.push(list)
      }}
    >
      {children}
    </ConfirmDialog>
  )
}
