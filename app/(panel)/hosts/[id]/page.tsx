import { recordPage } from '../../../../components/api/page.tsx'
import { HostPage } from '../../../../components/hosts/page/host-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('hosts')

export default recordPage(HostPage)
