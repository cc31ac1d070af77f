import { isNumber } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { NewRecipePage } from '../../../../components/recipes/recipe-page.tsx'

export const generateMetadata = () => pageTitle('recipes')

export default async function Page({ searchParams }: { searchParams: Promise<{ copy?: string | string[] }> }) {
  const { copy } = await searchParams
  return <NewRecipePage copy={typeof copy === 'string' && isNumber(copy) ? Number(copy) : null} />
}
