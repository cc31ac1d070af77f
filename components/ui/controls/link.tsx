'use client'
import NextLink from 'next/link'
import { type ComponentProps, useState } from 'react'

/**
 * A link to a page of the panel. The page is fetched when somebody points at the link or comes to it by key: a menu and a list have fifty links on each page, and
 * fetching all of them costs more than the page itself. With `prefetch={false}` it is not fetched before the press.
 */
export function Link({ prefetch, onPointerEnter, onFocus, ...rest }: ComponentProps<typeof NextLink>) {
  const [near, setNear] = useState(false)
  return (
    <NextLink
      {...rest}
      prefetch={prefetch ?? (near ? null : false)}
      onPointerEnter={(event) => {
        setNear(true)
        onPointerEnter?.(event)
      }}
      onFocus={(event) => {
        setNear(true)
        onFocus?.(event)
      }}
    />
  )
}
