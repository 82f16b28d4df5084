import { randomUUID } from 'node:crypto'
import { rename } from 'node:fs/promises'
import { message } from '@parlance/contract'
import type { CreateFromUploadRequest } from '@parlance/contract'
import { fileManifest } from '@parlance/drivers'
import type { AppContext } from '../../../context/context.ts'
import type { Principal } from '../../../http/principal.ts'
import { AppError } from '../../../lib/errors.ts'
import { fileErrorCode } from '../../../lib/file-errors.ts'
import { translateStoreError } from '../../../store/store-errors.ts'
import type { AuditService } from '../../audit/service.ts'
import type { LicenseService } from '../../license/service.ts'
import { requireManaged } from '../change-connection.ts'
import type { ConnectionTests } from '../connection-tests.ts'
import type { Connector } from '../connector.ts'
import { createConnection } from '../create-connection.ts'
import { findConnection, noteReplacedFile } from '../store.ts'
import type { StagedUpload, StagedUploads } from './staged-upload.ts'
import { placeDatabase, uploadedDatabase, uploadedDatabaseName } from '../uploaded-database.ts'

export interface DatabaseMakerDependencies {
  staged: StagedUploads
  connector: Connector
  tests: Pick<ConnectionTests, 'testQuietly'>
  license: LicenseService
  audit: AuditService
}

/** Turns uploads that were read into databases of connections. */
export interface DatabaseMaker {
  /** @returns the id of the tested connection. Throws like `createConnection` */
  create(principal: Principal, upload: StagedUpload, request: CreateFromUploadRequest): Promise<string>
  /** @throws AppError connection_not_found, admin_only, conflict */
  replace(principal: Principal, connectionId: string, upload: StagedUpload): Promise<void>
  /** @throws AppError connection_not_found, admin_only; conflict if the connection's database was not uploaded */
  requireReplaceable(principal: Principal, connectionId: string): Promise<void>
}

export function createDatabaseMaker(
  context: AppContext,
  { staged, connector, tests, license, audit }: DatabaseMakerDependencies,
): DatabaseMaker {
  const { store, config } = context

  async function requireReplaceable(principal: Principal, id: string): Promise<void> {
    const { connection } = requireManaged(principal, await findConnection(store.db, principal.userId, id))
    if (connection.uploaded_files !== null) return
    throw new AppError('conflict', {
      detail: message('Only the files of an uploaded database can be replaced. Edit the connection instead.'),
    })
  }

  /** Takes the file out of the upload, so that only one request can have it. */
  async function place(id: string, upload: StagedUpload): Promise<void> {
    try {
      await placeDatabase(config, id, staged.databaseOf(upload))
    } catch (error) {
      if (fileErrorCode(error) !== 'ENOENT') throw translateStoreError(error)
      throw new AppError('conflict', {
        detail: message('These files already became a database. Reload the list of databases.'),
        cause: error,
      })
    }
  }

  async function finish(
    action: 'connection.upload' | 'connection.replace-file',
    { userId }: Principal,
    targetId: string,
    upload: StagedUpload,
  ): Promise<void> {
    const detail = { files: upload.files.map(({ name }) => name).join(', ') }
    await audit.record({ action, outcome: 'allowed', userId, targetKind: 'connection', targetId, detail })
    await staged.remove(upload.id)
    await tests.testQuietly(targetId)
  }

  return {
    create: async (principal, upload, request) => {
      const id = randomUUID()
      await place(id, upload)
      try {
        await createConnection(context, license, {
          name: request.name,
          description: request.description ?? null,
          kind: fileManifest.kind,
          config: { database: uploadedDatabaseName },
          applicationId: request.application_id || null,
          visibility: request.visibility,
          ownerId: principal.userId,
          uploaded: { id, files: upload.files },
        })
      } catch (error) {
        // The user can correct the name and try again.
        await rename(uploadedDatabase(config, id), staged.databaseOf(upload))
        await connector.removeFolder(id)
        throw error
      }
      await finish('connection.upload', principal, id, upload)
      return id
    },
    replace: async (principal, id, upload) => {
      await requireReplaceable(principal, id)
      await place(id, upload)
      await noteReplacedFile(store.db, id, { files: upload.files, at: context.now().toISOString() })
      await connector.forget(id)
      await store.bus.publish('invalidate', { connection_id: id, event: 'changed' })
      await finish('connection.replace-file', principal, id, upload)
    },
    requireReplaceable,
  }
}
