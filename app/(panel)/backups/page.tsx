import { page } from '../../../components/api/page.tsx'
import { BackupsPage } from '../../../components/backups/backups-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('backups')

export default page(BackupsPage)
