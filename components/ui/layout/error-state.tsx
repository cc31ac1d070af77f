'use client'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '../controls/button.tsx'
import { Notice } from '../display/notice.tsx'

/** It could not be shown: what, the cause, and a way on. */
export function ErrorState(props: {
  title: ReactNode
  cause?: ReactNode
  onRetry?: () => void
  busy?: boolean
  more?: ReactNode
}) {
  const t = useTranslations('ui')
  return (
    <Notice
      kind="fault"
      title={props.title}
      actions={
        props.onRetry || props.more ? (
          <>
            {props.onRetry ? (
              <Button size="sm" onClick={props.onRetry} {...(props.busy && { busy: true })}>
                {t('tryAgain')}
              </Button>
            ) : null}
            {props.more}
          </>
        ) : null
      }
    >
      {props.cause}
    </Notice>
  )
}
