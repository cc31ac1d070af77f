import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RehearsalsPage } from '../../../components/rehearsals/rehearsals-page.tsx'

export const generateMetadata = () => pageTitle('rehearsals')

export default page(RehearsalsPage)
