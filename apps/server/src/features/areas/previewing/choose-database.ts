import { message } from '@parlance/contract'
import type { DatabaseConfiguration } from '@parlance/contract'
import { AppError } from '../../../lib/errors.ts'
import type { Principal } from '../../../http/principal.ts'
import type { ConnectionsService } from '../../connections/service.ts'

/**
 * Chooses a database of an application: the named one, the viewer's selected one, or their first tested one.
 * @throws AppError connection_not_found, connection_untested, bad_request, no_database
 */
export async function chooseDatabase(
  viewer: Principal,
  applicationId: string,
  wanted: string | null,
  connections: Pick<ConnectionsService, 'get' | 'getActive' | 'list'>,
): Promise<DatabaseConfiguration> {
  if (wanted !== null) {
    const connection = await connections.get(viewer, wanted)
    if (connection.application_id !== applicationId) {
      throw new AppError('bad_request', {
        detail: message(
          'This database and the business area belong to different applications. Choose another database.',
        ),
      })
    }
    if (!connection.is_valid) throw new AppError('connection_untested')
    return connection
  }
  const active = await connections.getActive(viewer)
  const all = [...(active === null ? [] : [active]), ...(await connections.list(viewer))]
  const found = all.find(({ application_id, is_valid }) => is_valid && application_id === applicationId)
  if (found) return found
  throw new AppError('no_database', {
    detail: message(
      "You don't have access to a tested database of this application. Test a connection or ask an administrator.",
    ),
  })
}
