import { page } from '../../../components/api/page.tsx'
import { DisksPage } from '../../../components/disks/disks-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('disks')

export default page(DisksPage)
