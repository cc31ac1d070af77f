import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import { inLanguage } from '../i18n/said.tsx'
import type { AppRouter } from './trpc.ts'

type Refused = { data?: { panel?: { msg: string } | undefined } | null | undefined }

/** Refusals of the server reach the pages in the reader's language: the one place where that happens. */
export function wordsLink(): TRPCLink<AppRouter> {
  return () =>
    ({ next, op }) =>
      observable((observer) =>
        next(op).subscribe({
          next: (value) => observer.next(value),
          error: (thrown) => {
            const { panel } = (thrown as Refused).data ?? {}
            const isEnglish = document.documentElement.lang === 'en'
            if (!panel || isEnglish) return observer.error(thrown)
            void inLanguage('ru', panel.msg).then((words) => {
              panel.msg = words
              observer.error(thrown)
            })
          },
          complete: () => observer.complete(),
        }),
      )
}
