import { page } from '../../../../components/api/page.tsx'
import { pageTitle } from '../../../../components/i18n/page-title.ts'
import { MachinesPage } from '../../../../components/machines/machines-page.tsx'

export const generateMetadata = () => pageTitle('unaccepted')

export default page(MachinesPage, 'admin')
