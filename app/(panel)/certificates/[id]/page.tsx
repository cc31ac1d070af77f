import { recordPage } from '../../../../components/api/page.tsx'
import { CertificatePage } from '../../../../components/certificates/certificate-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('certificate')

export default recordPage(CertificatePage)
