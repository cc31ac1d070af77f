import { recordPage } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { PduPage } from '../../../../components/pdus/pdu-page.tsx'

export const generateMetadata = () => pageTitle('pdus')

export default recordPage(PduPage, 'admin')
