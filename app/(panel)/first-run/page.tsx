import { page } from '../../../components/api/page.tsx'
import { FirstRunPage } from '../../../components/first-run/first-run-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('firstRun')

export default page(FirstRunPage, 'admin')
