'use client'
import { usePathname } from 'next/navigation'
import { parseAsInteger, useQueryState } from 'nuqs'
import { lazy, Suspense, useCallback, useEffect, useRef } from 'react'

const TaskPanel = lazy(() => import('./task-panel.tsx').then((part) => ({ default: part.TaskPanel })))

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
  const shown = useRef<number | null>(null)
  // Closed by the person, or by going back: then the address is right as it is.
  const meant = useRef(false)
  useEffect(() => {
    const back = () => {
      meant.current = true
    }
    window.addEventListener('popstate', back)
    return () => window.removeEventListener('popstate', back)
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page is what may have dropped the id
  useEffect(() => {
    if (id === null && shown.current !== null && !meant.current) {
      void setId(shown.current, { history: 'replace' })
      return
    }
    meant.current = false
    shown.current = id
  }, [id, pathname, setId])
  const close = useCallback(() => {
    meant.current = true
    void setId(null)
  }, [setId])
  return id === null ? null : (
    <Suspense>
      <TaskPanel key={id} id={id} onClose={close} />
    </Suspense>
  )
}
