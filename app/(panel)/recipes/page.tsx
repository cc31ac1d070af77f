import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RecipesPage } from '../../../components/recipes/recipes-page.tsx'

export const generateMetadata = () => pageTitle('recipes')

export default page(RecipesPage)
