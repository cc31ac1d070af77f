import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { PdusPage } from '../../../components/pdus/pdus-page.tsx'

export const generateMetadata = () => pageTitle('pdus')

export default page(PdusPage, 'admin')
