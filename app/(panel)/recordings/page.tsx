import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { RecordingsPage } from '../../../components/recordings/recordings-page.tsx'

export const generateMetadata = () => pageTitle('recordings')

export default page(RecordingsPage, 'admin')
