import { page } from '../../../components/api/page.tsx'
import { CertificatesPage } from '../../../components/certificates/certificates-page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('certificates')

export default page(CertificatesPage)
