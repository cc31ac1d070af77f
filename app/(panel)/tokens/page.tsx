import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { TokensPage } from '../../../components/tokens/tokens-page.tsx'

export const generateMetadata = () => pageTitle('tokens')

export default page(TokensPage)
