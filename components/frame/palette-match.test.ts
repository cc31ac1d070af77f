import { describe, expect, it } from 'vitest'
import { marked, pagesOf } from './palette-match.ts'

describe('marked', () => {
  it('cuts around the match', () =>
    expect(marked('main of Node-07', 'node').map((part) => part.text)).toEqual(['main of ', 'Node', '-07']))
  it('leaves a title without match whole', () => expect(marked('vm', 'x')).toEqual([{ text: 'vm', hit: false, at: 0 }]))
  it('marks nothing while nothing is typed', () => expect(marked('vm', '  ')[0]?.hit).toBe(false))
})

it('finds pages by a part of their name', () => {
  const icon = () => null
  const nav = [
    {
      label: 'Virtual machines',
      entries: [
        { href: '/nodes', label: 'Nodes', icon },
        { href: '/images', label: 'Images', icon },
      ],
    },
  ]
  expect(pagesOf(nav, 'NOD').map((item) => item.href)).toEqual(['/nodes'])
  expect(pagesOf(nav, '')).toHaveLength(2)
})
