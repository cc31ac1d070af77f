'use client'
import { useQueryClient } from '@tanstack/react-query'
import { usePathname, useRouter } from 'next/navigation'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { inWords } from '../api/in-words.ts'
import { useTRPC } from '../api/trpc.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'

/** Says what goes, asks for the name and deletes; its own page, which is gone then, is left for the list. */
export function DeleteObject(props: {
  name: string
  lost: ReactNode
  action: string
  /** Its own page, and the list it is left for. */
  page?: string
  list: string
  run: () => Promise<unknown>
  onClose: () => void
}) {
  const { name, lost, action, page, list, run, onClose } = props
  const t = useTranslations('dc')
  const router = useRouter()
  const path = usePathname()
  const trpc = useTRPC()
  const queries = useQueryClient()
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title={t('deleteTitle', { name })}
      lost={lost}
      name={name}
      action={action}
      onConfirm={async () => {
        await inWords(run())
        if (page !== undefined && path === page) router.push(list)
        await queries.invalidateQueries(trpc.dci.pathFilter())
      }}
    />
  )
}
