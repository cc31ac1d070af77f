import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { RecipePage } from '../../../../components/recipes/recipe-page.tsx'

export const generateMetadata = () => pageTitle('recipes')

export default recordPage(RecipePage)
