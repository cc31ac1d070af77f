'use client'
import { usePathname } from 'next/navigation'
import { parseAsInteger, useQueryState } from 'nuqs'
import { useCallback, useEffect, useRef } from 'react'
import { TaskPanel } from './task-panel.tsx'

const parser = parseAsInteger.withOptions({ history: 'push' })

/** The task that stands open in the drawer, by the address; and the way to open another. */
export const useOpenTask = () => useQueryState('task', parser)

/**
 * The drawer with one task. It follows a person from page to page: a link to another page says nothing of the task, so its
 * id is put into the new address; going back in the history shows what stood there.
 */
export function TaskDrawer() {
  const [id, setId] = useOpenTask()
  const pathname = usePathname()
  const kept = useRef<{ id: number | null; pathname: string }>({ id, pathname })
  const back = useRef(false)
  useEffect(() => {
    const pop = () => {
      back.current = true
    }
    window.addEventListener('popstate', pop)
    return () => window.removeEventListener('popstate', pop)
  }, [])
  useEffect(() => {
    const before = kept.current
    if (before.pathname !== pathname && before.id !== null && id === null && !back.current) {
      kept.current = { id: before.id, pathname }
      void setId(before.id, { history: 'replace' })
      return
    }
    back.current = false
    kept.current = { id, pathname }
  }, [id, pathname, setId])
  const close = useCallback(() => void setId(null), [setId])
  return id === null ? null : <TaskPanel key={id} id={id} onClose={close} />
}
