import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { page, recordPage } from './page.tsx'

const Shown = (numbers: Record<string, number>) => <p>{JSON.stringify(numbers)}</p>
const open = async (of: ReturnType<typeof recordPage<string>>, address: Record<string, string>) =>
  render(await of({ params: Promise.resolve(address) }))

it('gives a page the numbers of its address', async () => {
  await open(recordPage<string>(Shown), { location: '12', id: '110' })
  expect(screen.getByText('{"location":12,"id":110}')).toBeTruthy()
})

it.each(['', '0', '07', '-1', '1e3', '1.5', 'new', '1234567890', '7 '])('has no page for %o', async (id) => {
  await expect(open(recordPage<string>(Shown), { location: '12', id })).rejects.toMatchObject({
    digest: 'NEXT_HTTP_ERROR_FALLBACK;404',
  })
})

it('shows what has no number as it is', () => {
  render(page(() => <p>all</p>)())
  expect(screen.getByText('all')).toBeTruthy()
})
