import { notFound } from 'next/navigation'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { RecipePage } from '../../../../components/recipes/recipe-page.tsx'

export const generateMetadata = () => pageTitle('recipes')

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params
  if (!/^[1-9]\d{0,8}$/.test(id)) notFound()
  return <RecipePage id={Number(id)} />
}
