'use client'
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react'

const never = () => () => {}

/**
 * Fields that take nothing until the script is there: what a person types into the server's page before that would be lost when
 * the script takes the page over.
 */
export function LiveFields({ children }: { children: ReactNode }) {
  const live = useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
  const fields = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // The browser has passed over the field that it should begin with, since it was disabled then.
    if (live && document.activeElement === document.body)
      fields.current?.querySelector<HTMLElement>('[autofocus]')?.focus()
  }, [live])
  return (
    <fieldset ref={fields} role="none" disabled={!live} className="contents">
      {children}
    </fieldset>
  )
}
