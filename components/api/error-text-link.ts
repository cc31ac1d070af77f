import type { TRPCLink } from '@trpc/client'
import { observable } from '@trpc/server/observable'
import type { TextRecord } from '../../server/shared/text.ts'
import { inLanguage } from '../i18n/said.tsx'
import { noAnswer } from './fault.ts'
import type { AppRouter } from './trpc.ts'

type Refused = { message: string; data?: { panel?: { msg: string; text?: TextRecord } | undefined } | null | undefined }

/** Refusals of the server reach the pages in the reader's language: the one place where that happens. */
export const errorTextLink: TRPCLink<AppRouter> =
  () =>
  ({ next, op }) =>
    observable((observer) =>
      next(op).subscribe({
        next: (value) => observer.next(value),
        error: (thrown) =>
          void translateError(thrown).then(
            () => observer.error(thrown),
            () => observer.error(thrown),
          ),
        complete: () => observer.complete(),
      }),
    )

/** Translates the text of an error. The language can change without a page load, so the page is asked for it. */
export async function translateError(refused: Refused): Promise<void> {
  if (document.documentElement.lang !== 'ru') return
  const panel = refused.data?.panel
  const words = await inLanguage('ru', panel?.text ?? panel?.msg ?? noAnswer)
  if (panel) panel.msg = words
  else refused.data = { panel: { code: 0, msg: words, value: '' }, httpStatus: 0 } as Refused['data']
  refused.message = words
}
