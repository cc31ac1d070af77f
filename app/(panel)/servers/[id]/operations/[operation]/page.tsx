import { recordPage } from '../../../../../../components/api/page.tsx'
import { pageTitle } from '../../../../../../components/i18n/page-title.ts'
import { OperationPage } from '../../../../../../components/servers/operation/page/operation-page.tsx'

export const generateMetadata = () => pageTitle('operations')

export default recordPage<'id' | 'operation'>(({ id, operation }) => <OperationPage server_id={id} id={operation} />)
