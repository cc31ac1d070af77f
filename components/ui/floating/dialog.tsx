'use client'
import { lazy, type ReactElement, type ReactNode, Suspense, useRef } from 'react'
import { LayerTrigger } from './layer-trigger.tsx'

const load = () => import('./dialog-layer.tsx')
const DialogLayer = lazy(load)

export type DialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description?: ReactNode
  trigger?: ReactElement
  /** Buttons, right aligned; `footerNote` stands left of them. */
  footer?: ReactNode
  footerNote?: ReactNode
  /** 440 px for a question, 640 for a form. */
  width?: 'md' | 'lg'
  children?: ReactNode
}

/** A question that must be answered before anything else. Esc and the scrim close it. */
export function Dialog({ trigger, ...props }: DialogProps) {
  const anchor = useRef<HTMLElement>(null)
  return (
    <>
      {trigger ? (
        <LayerTrigger anchor={anchor} open={props.open} onOpenChange={props.onOpenChange} popup="dialog" preload={load}>
          {trigger}
        </LayerTrigger>
      ) : null}
      {props.open ? (
        <Suspense>
          <DialogLayer {...props} />
        </Suspense>
      ) : null}
    </>
  )
}
