import { notFound } from 'next/navigation'
import type { ComponentType, ReactNode } from 'react'
import { AdminsOnly, type Needed } from './admins-only.tsx'

/** A number of a record, as it stands in the address of its page. */
export const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text)

const gated = (needs: Needed | undefined, content: ReactNode) =>
  needs ? <AdminsOnly needs={needs}>{content}</AdminsOnly> : content

/** What an address shows. To who lacks what it `needs` it says so; without, it is for all who are signed in. */
export function page(Content: ComponentType, needs?: Needed) {
  return () => gated(needs, <Content />)
}

/**
 * The page of a record, whose number is the `id` of the address, or of several that stand there; for anything but numbers
 * there is no page.
 */
export function recordPage<Names extends string = 'id'>(Content: ComponentType<Record<Names, number>>, needs?: Needed) {
  return async ({ params }: { params: Promise<Record<Names, string>> }) => {
    const given = Object.entries<string>(await params)
    if (!given.every(([, text]) => isNumber(text))) notFound()
    const numbers = Object.fromEntries(given.map(([name, text]) => [name, Number(text)])) as Record<Names, number>
    return gated(needs, <Content {...numbers} />)
  }
}
