'use client'
import { useEffect } from 'react'

/** Puts the name of the object into the browser's tab, once it is known. */
export function useTitle(name: string | undefined) {
  useEffect(() => {
    if (!name) return
    const before = document.title
    document.title = `${name} - Datahall`
    return () => {
      document.title = before
    }
  }, [name])
}
