import type { View } from './views.ts'

/** A view that a page brings, with the `where` that counts its rows. */
export type AskedView = { key: string; filters: View['filters']; where: string | undefined }

/** Input of a list that answers only how many rows a view has. */
export const countOf = ({ where }: Pick<AskedView, 'where'>) => ({ query: { limit: '0', ...(where && { where }) } })

/** The views of a page with their words and, as soon as these are known, how many rows each has. */
export const countedViews = <Asked extends AskedView>(
  asked: readonly Asked[],
  label: (key: Asked['key']) => string,
  counts: readonly { data?: { size: number } | undefined }[],
): readonly View[] =>
  asked.map(({ key, filters }, at) => {
    const count = counts[at]?.data?.size
    return { label: label(key), q: '', filters, sort: null, ...(count !== undefined && { count }) }
  })
