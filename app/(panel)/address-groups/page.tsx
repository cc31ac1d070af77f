import { AddressGroupsPage } from '../../../components/address-groups/address-groups-page.tsx'
import { page } from '../../../components/api/page.tsx'
import { pageTitle } from '../../../components/i18n/page-title.ts'

export const generateMetadata = () => pageTitle('addressGroups')

export default page(AddressGroupsPage)
