import { describe, expect, it } from 'vitest'
import { checkViews, fromStored, sameView, toStored, type View } from './views.ts'

const view: View = {
  label: 'Broken',
  q: 'web',
  filters: [{ field: 'state', op: 'is', values: ['failed', 'unknown'] }],
  sort: { field: 'name', desc: true },
}

describe('views', () => {
  it('come back as they were saved', () => expect(fromStored(toStored(view))).toEqual(view))
  it('survive anything in the storage', () =>
    expect(checkViews([null, 1, { label: 'x' }, toStored(view), 'y'])).toEqual([toStored(view)]))
  it('are none when the storage holds no list', () => expect(checkViews({})).toEqual([]))
  it('are recognised, whatever the sort', () => {
    expect(sameView(view, { q: 'web', filters: view.filters })).toBe(true)
    expect(sameView(view, { q: '', filters: view.filters })).toBe(false)
  })
})
