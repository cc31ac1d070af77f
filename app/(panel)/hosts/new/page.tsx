import { page } from '../../../../components/api/page.tsx'
import { NewHostPage } from '../../../../components/hosts/new/new-host-page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('newHost')

export default page(NewHostPage, 'create_host')
