import { page } from '../../../components/api/page.tsx'
import { BusyPage } from '../../../components/busy/busy-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('busy')

export default page(BusyPage)
