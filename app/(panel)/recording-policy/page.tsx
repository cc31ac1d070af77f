import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'
import { PolicyPage } from '../../../components/recordings/policy-page.tsx'

export const generateMetadata = () => pageTitle('recordingPolicy')

export default page(PolicyPage, 'admin')
